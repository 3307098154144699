"""A browser with a text area, with its own profile in the directory PROFILE (a fifth argument):
`chromium`, `chromium-wayland`, `firefox` (on Wayland unless MOZ_ENABLE_WAYLAND is 0); `chromium-rich` has a
field with formats, and tells them as <b>, <i> and <u>. See field.py. The page tells its text to a server on
the loopback interface. RECEIVER_INPUT is the type of an `<input>` that it has instead: `search`, `password`
and so on. Where RECEIVER_PRIVATE is set, Chromium keeps nothing; where
RECEIVER_ACCESSIBLE is, it reports its page to screen readers.
"""

import http.server
import os
import queue
import subprocess
import sys
import threading

import field

profile = sys.argv[5]
commands = queue.Queue()

style = 'autofocus spellcheck=false style="width:95vw;height:90vh"'
type = os.environ.get("RECEIVER_INPUT")
page = """<!doctype html><meta charset=utf-8><title>%s</title>
%s
<script>
const area = document.querySelector("textarea, input")
let changed = false, telling = false
async function tell() {
    changed = true
    if (telling) return
    telling = true
    while (changed) {
        // Keys come first.
        await new Promise(resolve => setTimeout(resolve, 30))
        changed = false
        await fetch("/text", {method: "POST", body: area.value})
    }
    telling = false
}
async function obey() {
    for (;;) {
        await fetch("/command")
        area.value = ""
        tell()
    }
}
function focused() {
    if (document.hasFocus() && document.activeElement == area) fetch("/focus", {method: "POST"})
}
area.addEventListener("input", tell)
area.addEventListener("focus", focused)
window.addEventListener("focus", focused)
focused()
obey()
</script>""" % (
    field.title, f"<input type={type} {style}>" if type else f"<textarea {style}></textarea>")

rich = """<!doctype html><meta charset=utf-8><title>%s</title>
<div id=area contenteditable spellcheck=false style="white-space:pre-wrap;height:90vh"></div>
<script>
const area = document.getElementById("area")
function marked() {
    let text = ""
    const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const node = walker.currentNode, style = getComputedStyle(node.parentElement)
        let part = node.data.replaceAll("\\u00a0", " ")
        if (node.parentElement.closest("u")) part = "<u>" + part + "</u>"
        if (style.fontStyle == "italic") part = "<i>" + part + "</i>"
        if (style.fontWeight >= 600) part = "<b>" + part + "</b>"
        text += part
    }
    return text
}
let last = ""
setInterval(async () => {
    const text = marked()
    if (text == last) return
    last = text
    await fetch("/text", {method: "POST", body: text})
}, 50)
area.addEventListener("focus", () => fetch("/focus", {method: "POST"}))
area.focus()
</script>""" % field.title
if field.kind == "chromium-rich":
    page = rich


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, body=b""):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/command":
            commands.get()
            self.answer()
        else:
            self.answer(page.encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/text":
            field.write(body.decode())
        elif self.path == "/focus":
            field.focused()
        self.answer()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = "http://127.0.0.1:%d/" % server.server_port
environment = dict(os.environ)
if field.kind == "firefox":
    os.makedirs(profile, exist_ok=True)
    with open(profile + "/user.js", "w") as file:
        for name, value in [
            ("browser.aboutwelcome.enabled", "false"),
            ("browser.shell.checkDefaultBrowser", "false"),
            ("browser.tabs.warnOnClose", "false"),
            ("datareporting.policy.dataSubmissionEnabled", "false"),
            ("datareporting.policy.firstRunURL", '""'),
            ("termsofuse.bypassNotification", "true"),
        ]:
            file.write('user_pref("%s", %s);\n' % (name, value))
    environment.setdefault("MOZ_ENABLE_WAYLAND", "1")
    arguments = ["firefox-esr", "--new-instance", "--profile", profile, address]
else:
    platform = "wayland" if field.kind == "chromium-wayland" else "x11"
    arguments = [
        "chromium", "--no-sandbox", "--user-data-dir=" + profile, "--no-first-run",
        "--no-default-browser-check", "--disable-gpu", "--disable-extensions",
        "--disable-background-networking", "--password-store=basic",
        "--ozone-platform=" + platform, "--window-size=700,500", "--app=" + address,
    ]
    if "RECEIVER_ACCESSIBLE" in os.environ:
        arguments.append("--force-renderer-accessibility")
    if "RECEIVER_PRIVATE" in os.environ:
        arguments.append("--incognito")
    if platform == "wayland":
        # Otherwise it has no input method.
        arguments.append("--enable-wayland-ime")
browser = subprocess.Popen(
    arguments, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL)
for line in sys.stdin:
    commands.put(line)
browser.wait()
