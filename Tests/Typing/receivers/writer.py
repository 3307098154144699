"""LibreOffice Writer: `writer` with its generic back-end, `writer3` with GTK 3, `writer3-rich` the same,
which tells formats as <b>, <i> and <u> and a page break as a form feed. Its corrections are off, for they
change what was typed. See field.py."""

import os
import select
import signal
import subprocess
import sys
import threading
import time

import uno
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException

import field

profile = sys.argv[5]
common = "/org.openoffice.Office.Common/AutoCorrect"
writer = "/org.openoffice.Office.Writer/AutoFunction"
settings = [
    (common, name)
    for name in [
        "UseReplacementTable", "TwoCapitalsAtStart", "CapitalAtSentenceStart",
        "ChangeUnderlineWeight", "SetInetAttribute", "SetDOIAttribute", "ChangeOrdinalNumber",
        "AddNonBreakingSpace", "ChangeDash", "RemoveDoubleSpaces", "ReplaceSingleQuote",
        "ReplaceDoubleQuote", "CorrectAccidentalCapsLock", "TransliterateRTL", "ChangeAngleQuotes",
    ]
] + [(writer + "/Completion", "Enable"), (writer + "/Format/ByInput", "Enable")]

os.makedirs(profile + "/user")
with open(profile + "/user/registrymodifications.xcu", "w") as file:
    file.write(
        '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items'
        ' xmlns:oor="http://openoffice.org/2001/registry"'
        ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n')
    for path, name in settings:
        file.write(
            f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse">'
            "<value>false</value></prop></item>\n")
    file.write("</oor:items>\n")

local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext(
    "com.sun.star.bridge.UnoUrlResolver", local)


def open_document(number):
    """The office's process, and an empty document in it that has our title."""
    pipe = f"utter{os.getpid()}-{number}"
    office = subprocess.Popen(
        [
            "soffice", "--nologo", "--norestore", "--nolockcheck", "--nodefault",
            "-env:UserInstallation=file://" + profile, f"--accept=pipe,name={pipe};urp;",
        ],
        stdin=subprocess.DEVNULL, start_new_session=True,
        env=dict(os.environ, SAL_USE_VCLPLUGIN="gtk3" if field.kind.startswith("writer3") else "gen"))
    # LibreOffice 25.2 sometimes hangs there, with half a window: its threads wait for each other.
    watch = threading.Timer(60, os.killpg, [office.pid, signal.SIGKILL])
    watch.start()
    try:
        while True:
            try:
                context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except NoConnectException:
                if office.poll() is not None:
                    raise DisposedException("soffice ended", None)
                time.sleep(0.05)
        desktop = context.ServiceManager.createInstanceWithContext(
            "com.sun.star.frame.Desktop", context)
        document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, ())
        document.CurrentController.Frame.Title = field.title
        return office, document
    finally:
        watch.cancel()


def marked(document):
    """The text with its formats."""
    lines = []
    for paragraph in parts(document.Text):
        line = ""
        for portion in parts(paragraph):
            text = portion.String
            if text and portion.CharUnderline:
                text = f"<u>{text}</u>"
            if text and portion.CharPosture.value == "ITALIC":
                text = f"<i>{text}</i>"
            if text and portion.CharWeight > 100:
                text = f"<b>{text}</b>"
            line += text
        lines.append(("\f" if paragraph.BreakType.value == "PAGE_BEFORE" else "") + line)
    return "\n".join(lines)


def parts(whole):
    enumeration = whole.createEnumeration()
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()


for number in range(3):
    try:
        office, document = open_document(number)
        break
    except DisposedException:
        continue
else:
    sys.exit("soffice ended three times")
frame = document.CurrentController.Frame
last = ""
while True:
    if frame.isActive() and not os.path.exists(field.ready):
        field.focused()
    if select.select([sys.stdin], [], [], 0.05)[0]:
        if not sys.stdin.readline():
            break
        document.Text.setString("")
    if field.kind == "writer3-rich":
        text = marked(document)
    else:
        text = document.Text.getString().replace("\r\n", "\n")
    if text != last:
        last = text
        field.write(text)
os.killpg(office.pid, signal.SIGKILL)
