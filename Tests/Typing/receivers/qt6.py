"""Qt 6: a text view; RECEIVER_INPUT is what a field of one line is for that it has instead, as in
browser.py. See field.py.
"""

import os
import sys

from PyQt6.QtCore import QSocketNotifier, Qt, QTimer
from PyQt6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

import field


hints = {
    "text": Qt.InputMethodHint.ImhNone, "password": Qt.InputMethodHint.ImhHiddenText,
    "number": Qt.InputMethodHint.ImhFormattedNumbersOnly,
    "email": Qt.InputMethodHint.ImhEmailCharactersOnly,
    "url": Qt.InputMethodHint.ImhUrlCharactersOnly,
}
use = os.environ.get("RECEIVER_INPUT")


class View(QLineEdit if use else QPlainTextEdit):
    def __init__(self):
        super().__init__()
        self.scheduled = QTimer(singleShot=True, interval=0, timeout=self.write)
        self.textChanged.connect(self.schedule)
        if use:
            self.setInputMethodHints(hints[use])
        if use == "password":
            self.setEchoMode(QLineEdit.EchoMode.Password)

    def schedule(self):
        # Each start would put it off, for seconds where the window is busy with keys.
        if not self.scheduled.isActive():
            self.scheduled.start()

    def write(self):
        field.write(self.text() if use else self.toPlainText())

    def focusInEvent(self, event):
        super().focusInEvent(event)
        field.focused()


def command():
    if sys.stdin.readline():
        view.clear()
    else:
        commands.setEnabled(False)


application = QApplication([field.title])
view = View()
commands = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
commands.activated.connect(command)
view.setWindowTitle(field.title)
view.resize(500, 300)
view.show()
sys.exit(application.exec())
