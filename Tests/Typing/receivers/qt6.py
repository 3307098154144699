"""Qt 6: a text view. See field.py."""

import sys

from PyQt6.QtCore import QSocketNotifier, QTimer
from PyQt6.QtWidgets import QApplication, QPlainTextEdit

import field


class View(QPlainTextEdit):
    def __init__(self):
        super().__init__()
        self.scheduled = QTimer(singleShot=True, interval=0, timeout=self.write)
        self.textChanged.connect(lambda: self.scheduled.start())

    def write(self):
        field.write(self.toPlainText())

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
