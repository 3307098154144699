"""Qt 5: a line edit; `completing`, one with a list of completions. RECEIVER_INPUT is what it is for,
as in qt6.py. See field.py.
"""

import os
import sys

from PyQt5.QtCore import QEvent, QSocketNotifier, Qt, QTimer
from PyQt5.QtWidgets import QApplication, QCompleter, QLineEdit

import field


hints = {
    "text": Qt.ImhNone, "password": Qt.ImhHiddenText, "number": Qt.ImhFormattedNumbersOnly,
    "email": Qt.ImhEmailCharactersOnly, "url": Qt.ImhUrlCharactersOnly,
}
use = os.environ.get("RECEIVER_INPUT", "text")


class Entry(QLineEdit):
    def __init__(self):
        super().__init__()
        self.scheduled = QTimer(singleShot=True, interval=0, timeout=self.write)
        self.textChanged.connect(lambda _: self.scheduled.start())
        self.setInputMethodHints(hints[use])
        if use == "password":
            self.setEchoMode(QLineEdit.Password)

    def write(self):
        field.write(self.text())

    def focusInEvent(self, event):
        super().focusInEvent(event)
        field.focused()


def command():
    if sys.stdin.readline():
        entry.clear()
    else:
        commands.setEnabled(False)


application = QApplication([field.title])
entry = Entry()
# The default is 32,767 code units.
entry.setMaxLength(1_000_000)
if field.kind == "completing":
    # The list takes the keyboard to itself and passes the keys on.
    entry.setCompleter(QCompleter(["completion after completion"]))
commands = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
commands.activated.connect(command)
entry.setWindowTitle(field.title)
entry.resize(500, 40)
entry.show()
sys.exit(application.exec())
