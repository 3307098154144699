"""Qt 5: a line edit; `completing`, one with a list of completions. See field.py, and qt6.py."""

import sys

from PyQt5.QtCore import QEvent, QSocketNotifier, QTimer
from PyQt5.QtWidgets import QApplication, QCompleter, QLineEdit

import field


class Entry(QLineEdit):
    def __init__(self):
        super().__init__()
        self.scheduled = QTimer(singleShot=True, interval=0, timeout=self.write)
        self.textChanged.connect(lambda _: self.scheduled.start())

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
