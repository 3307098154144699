"""overlay.py PROGRAM ROUNDS SECONDS: measures the overlay on $DISPLAY, playing the daemon.

The screen is read by XGetImage of some pixels in the middle of where the card is, in a loop."""

import ctypes, json, math, os, socket, statistics, subprocess, sys, time

program, rounds, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
x11.XDefaultRootWindow.restype = ctypes.c_ulong
x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong] + [ctypes.c_int] * 2 + [
    ctypes.c_uint] * 2 + [ctypes.c_ulong, ctypes.c_int]
x11.XGetImage.restype = ctypes.c_void_p
x11.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
x11.XGetPixel.restype = ctypes.c_ulong
x11.XDestroyImage.argtypes = [ctypes.c_void_p]
for name in "XDisplayWidth", "XDisplayHeight":
    getattr(x11, name).argtypes = [ctypes.c_void_p, ctypes.c_int]
display = x11.XOpenDisplay(None)
root = x11.XDefaultRootWindow(display)
# Just above the lower edge of the card, which is 48 above the screen's.
x, y = x11.XDisplayWidth(display, 0) // 2, x11.XDisplayHeight(display, 0) - 48 - 5

def pixel():
    image = x11.XGetImage(display, root, x, y, 1, 1, ctypes.c_ulong(-1).value, 2)
    value = x11.XGetPixel(image, 0, 0) & 0xFFFFFF
    x11.XDestroyImage(image)
    return value

directory = os.environ["XDG_RUNTIME_DIR"] + "/utter"
os.makedirs(directory, 0o700, exist_ok=True)
listener = socket.socket(socket.AF_UNIX)
listener.bind(directory + "/control")
listener.listen()
process = subprocess.Popen([program, "--theme", "dark"])
peer, _ = listener.accept()
reader = peer.makefile("r")

def send(**message):
    peer.sendall((json.dumps(message) + "\n").encode())

def status(state, partial=None):
    report = dict(state=state, hearing=state == "recording", queued=False,
                  recognizer=dict(name="fake", state="ready"), microphone=dict(name="fake"),
                  sinks=[], hotkey={}, version="1")
    if partial: report["partial"] = partial
    send(event="status", status=report)

send(protocol="utter", version=1)
assert json.loads(reader.readline())["protocol"] == "utter"
assert json.loads(reader.readline())["command"] == "subscribe"
send(reply="ok")
status("idle")

def wait(condition):
    while not condition(): pass

def switches():
    total = 0
    for task in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{task}/status") as file:
            total += sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)
    return total

def cpu():
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

def resident():
    with open(f"/proc/{process.pid}/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))

ground, times = pixel(), []
for number in range(rounds):
    start = time.monotonic()
    status("recording")
    wait(lambda: pixel() != ground)
    times.append((time.monotonic() - start) * 1000)
    status("idle")
    wait(lambda: pixel() == ground)
times.sort()

# Speech for 20 s: a level 30 times a second, new words twice a second.
words, start, begun = "", time.monotonic(), cpu()
status("recording")
for number in range(600):
    level = 0.55 + 0.25 * math.sin(number / 2.3) * math.sin(number / 7.1)
    send(event="level", level=round(level, 3))
    if number % 15 == 0:
        words += f"word{number} "
        status("recording", words)
    time.sleep(max(0, start + (number + 1) / 30 - time.monotonic()))
share = (cpu() - begun) / (time.monotonic() - start) * 100
busy = resident()

status("idle")
wait(lambda: pixel() == ground)
before = switches()
while True:
    time.sleep(0.5)
    now = switches()
    if now == before: break
    before = now
time.sleep(seconds)

print("The overlay on X11 without a compositor, cairo's image surface")
print(f"  from a change of state to its first pixels, {rounds} times, in ms: median "
      f"{statistics.median(times):.1f}, p99 {times[int(len(times) * 0.99)]:.1f} "
      "(promised: at most 50)")
print(f"  CPU while it shows speech: {share:.1f} % of a core (promised: at most 3)")
print(f"  resident: {busy:.1f} MB then, {resident():.1f} MB idle (promised: at most 40)")
print(f"  context switches in {seconds} s idle: {switches() - before} (promised: 0)")
peer.shutdown(socket.SHUT_RDWR)
process.wait()
