"""Windows of real programs in the session of a desktop, and ways to type into them: what `gnome` and
`kde` share."""

import os
import statistics
import subprocess
import sys
import tempfile
import time

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests")
RECEIVERS = {
    "GTK 3": ("gtk.py", "view3"), "GTK 4": ("gtk.py", "view4"), "Qt 6": ("qt6.py", "qt6"),
    "Chromium": ("browser.py", "chromium-wayland"), "Firefox": ("browser.py", "firefox"),
    "GNOME Terminal": ("terminal.sh", "gnome-terminal"), "Konsole": ("terminal.sh", "konsole"),
    "xterm": ("terminal.sh", "xterm"), "xterm that echoes": ("terminal.sh", "xterm"),
}
# Seconds without a change after which a text counts as complete: a busy window may stand still.
PATIENCE = 20


def sample(name):
    """As Tests/Support/SampleText.swift makes it."""
    with open(f"{TESTS}/Typing/words/{name}.txt") as file:
        words = file.read().split("\n")
    words, text, random = [word for word in words if word], "", 1
    while len(text) < 2000:
        random = (random * 6364136223846793005 + 1442695040888963407) % 2**64
        word = words[(random >> 33) % len(words)]
        full = len(text) + len(word) + 1 > 2000
        text += "." * (2000 - len(text)) if full else word + " "
    return text


def utter(text):
    subprocess.run([os.environ["UTTER"], "type", "-"], input=text, text=True, check=True)


class Window:
    def __init__(self, kind):
        self.is_terminal = RECEIVERS[kind][0] == "terminal.sh"
        self.folder = tempfile.mkdtemp()
        self.content, ready = self.folder + "/content", self.folder + "/ready"
        open(self.content, "w").close()
        program, name = RECEIVERS[kind]
        files = ["bench " + kind, self.content, ready]
        program = f"{TESTS}/Typing/receivers/{program}"
        command = ["sh", program] + files + [name] if self.is_terminal else [
            "/usr/bin/python3", program, name] + files + [self.folder + "/profile"]
        self.program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            env=os.environ | ({"RECEIVER_ECHO": "1"} if "echoes" in kind else {}))
        while not os.path.exists(ready):
            time.sleep(0.05)
        self.ready = ready
        # It may read no keys yet.
        while not self.text():
            subprocess.run([f"{TESTS}/Desktops/session/press", "57"], check=True)
            time.sleep(1)
        self.clear()

    def text(self):
        with open(self.content, newline="", errors="replace") as file:
            return file.read()

    def clear(self):
        before, end = None, time.monotonic() + 20
        while before != (before := self.text()) and time.monotonic() < end:
            time.sleep(0.5)
        if self.is_terminal:
            os.truncate(self.content, 0)
        else:
            self.program.stdin.write(b"\n")
            self.program.stdin.flush()
        while self.text() and time.monotonic() < end:
            time.sleep(0.01)

    def measure(self, text, way):
        """Seconds until the text is there, or the last change of it, and the errors."""
        self.clear()
        start = time.monotonic()
        way(text)
        changed, got = time.monotonic(), ""
        while got != text and time.monotonic() - changed < PATIENCE:
            before, got = got, self.text()
            if got != before:
                changed = time.monotonic()
            time.sleep(0.001)
        errors = sum(a != b for a, b in zip(text, got)) + abs(len(text) - len(got))
        if errors:
            at = next((i for i, (a, b) in enumerate(zip(text, got)) if a != b), len(got))
            print(f"{len(got)} arrived; from {at} on, {text[at:at + 20]!r} came as "
                  f"{got[at:at + 20]!r}", file=sys.stderr, flush=True)
        return changed - start, errors

    def close(self):
        if self.is_terminal:
            with open(self.ready) as file:
                os.kill(int(file.read()), 9)
        os.killpg(self.program.pid, 9)
        self.program.wait()


def compare(text, ways, terminal):
    """Prints a table: characters per second, median of RUNS, and errors in each run.

    ways: the functions that type a text, by name; the first one is utter's.
    terminal: the desktop's own.
    """
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    others = {"GNOME Terminal", "Konsole"} - {terminal}
    print("load", os.getloadavg()[0], flush=True)
    print("| window |", " | ".join(f"{name} c/s | errors" for name in ways), "|",
          " | ".join("ratio" for _ in list(ways)[1:]), "|")
    print("|---" * (3 * len(ways)) + "|", flush=True)
    for kind in sys.argv[2:] or [kind for kind in RECEIVERS if kind not in others]:
        window = Window(kind)
        results = [[window.measure(text, way) for _ in range(runs)] for way in ways.values()]
        window.close()
        speeds = [statistics.median(len(text) / seconds for seconds, _ in each) for each in results]
        errors = ["/".join(str(errors) for _, errors in each) for each in results]
        cells = [f"{speed:.0f} | {error}" for speed, error in zip(speeds, errors)]
        ratios = [f"{speeds[0] / speed:.1f}" for speed in speeds[1:]]
        print("|", " | ".join([kind] + cells + ratios), "|", flush=True)
