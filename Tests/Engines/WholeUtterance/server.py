"""A transcription and chat server whose first path component says how it behaves; GET is for the
realtime form of transcription, over a WebSocket.

server.py CERTIFICATE KEY: prints the ports of its http and https, then serves until it is killed.
"""
import base64
import email.parser
import hashlib
import http.server
import json
import socket
import ssl
import sys
import threading
import time

asked = {}
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        parts = self.path.split("/")
        with lock:
            asked[self.path] = number = asked.get(self.path, 0) + 1
        getattr(self, "mode_" + parts[1])(body, number)

    def do_GET(self):
        """/HOW, which Realtime knows, or /status/STATUS."""
        how = self.path.split("/")[1]
        if how == "status":
            return self.mode_status(b"", 1)
        with lock:
            asked[self.path] = number = asked.get(self.path, 0) + 1
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header(
            "Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.close_connection = True
        Realtime(self, how, number).serve()

    def answer(self, status, value, headers=()):
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, content in headers:
            self.send_header(name, content)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def complain(self, status, message):
        self.answer(status, {"error": {"message": message}})

    def fields(self, body):
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        message = email.parser.BytesParser().parsebytes(head + body)
        return {part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
                for part in message.get_payload()}

    def mode_fields(self, body, number):
        fields = {}
        for name, content in self.fields(body).items():
            fields[name] = f"{content[:4].decode()} {len(content)} {sum(content)}" \
                if name == "file" else content.decode()
        fields["authorization"] = self.headers["Authorization"]
        fields["path"] = self.path
        self.answer(200, {"text": json.dumps(fields, sort_keys=True)})

    def mode_words(self, body, number):
        self.answer(200, {"text": " hello world", "duration": 1})

    def mode_blank(self, body, number):
        self.answer(200, {"text": " [BLANK_AUDIO]"})

    def mode_live(self, body, number):
        """A word for each half second of sound."""
        halves = (len(self.fields(body)["file"]) - 44) // 16000
        self.answer(200, {"text": " ".join(f"w{n + 1}" for n in range(halves))})

    def mode_first(self, body, number):
        """/first/MODE/COUNT: so many requests are treated in that mode."""
        mode, count = self.path.split("/")[2:4]
        getattr(self, "mode_" + (mode if number <= int(count) else "live"))(body, number)

    def mode_short(self, body, number):
        """/short/HALVES: never answers to a sound of fewer half seconds."""
        if (len(self.fields(body)["file"]) - 44) // 16000 < int(self.path.split("/")[2]):
            self.mode_silent(body, number)
        self.mode_live(body, number)

    def mode_failing(self, body, number):
        self.complain(500, f"request {number}")

    def mode_lag(self, body, number):
        """/lag/MILLISECONDS"""
        time.sleep(int(self.path.split("/")[2]) / 1000)
        self.mode_count(body, number)

    def mode_noStream(self, body, number):
        if "stream" in self.fields(body):
            self.complain(422, "stream: extra fields not permitted")
        else:
            self.mode_count(body, number)

    streams = {
        "openai": [{"type": "transcript.text.delta", "delta": " hello"},
                   {"type": "transcript.text.delta", "delta": " wor"},
                   {"type": "transcript.text.done", "text": " hello world"}],
        "vllm": [{"object": "transcription.chunk", "choices": [{"delta": {"content": text}}]}
                 for text in (" hello", " world")] + ["[DONE]"],
        "segments": [{"text": " hello"}, {"text": " world"}],
        "unknown": [{"type": "transcript.text.delta", "delta": " hello world"}, {"type": "new"},
                    {"type": "transcript.text.done"}],
        "endless": [{"type": "transcript.text.delta", "delta": " hello"}],
        "error": [{"type": "transcript.text.delta", "delta": " hello"},
                  {"type": "error", "error": {"message": "out of memory"}}],
        "empty": [],
    }

    def mode_stream(self, body, number):
        """/stream/FORM: the events as chunks, if a stream was asked for."""
        if self.fields(body).get("stream") != b"true":
            return self.mode_count(body, number)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for event in self.streams[self.path.split("/")[2]]:
            text = event if isinstance(event, str) else json.dumps(event)
            chunk = f"data: {text}\n\n".encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def mode_count(self, body, number):
        self.answer(200, {"text": f"request {number}"})

    def chat(self, message, reason="stop"):
        self.answer(200, {"object": "chat.completion", "choices": [
            {"index": 0, "message": message, "finish_reason": reason}]})

    def mode_chat(self, body, number):
        texts = self.path.split("/")[2][1:].split("-")
        text = bytes.fromhex(texts[min(number, len(texts)) - 1]).decode()
        self.chat({"role": "assistant", "content": text})

    def mode_question(self, body, number):
        question = json.loads(body)
        question["authorization"] = self.headers["Authorization"]
        question["path"] = self.path
        self.chat({"role": "assistant", "content": json.dumps(question, sort_keys=True)})

    def mode_refusal(self, body, number):
        self.chat({"role": "assistant", "content": None, "refusal": "I can't."})

    def mode_filtered(self, body, number):
        self.chat({"role": "assistant", "content": ""}, "content_filter")

    def mode_cutChat(self, body, number):
        self.chat({"role": "assistant", "content": "Half of"}, "length")

    def mode_noChoice(self, body, number):
        self.answer(200, {"choices": []})

    def mode_once(self, body, number):
        if number == 1:
            self.complain(503, "loading")
        else:
            self.mode_words(body, number)

    def mode_cutOnce(self, body, number):
        if number == 1:
            self.mode_closed(body, number)
        else:
            self.mode_words(body, number)

    def mode_status(self, body, number):
        status = int(self.path.split("/")[2])
        self.complain(status, f"request {number} \x1b[31m{self.headers['Authorization']}")

    def mode_plain(self, body, number):
        self.answer(int(self.path.split("/")[2]), b"")

    def mode_saying(self, body, number):
        """/saying/STATUS/HEX: that body."""
        status, text = self.path.split("/")[2:4]
        self.answer(int(status), bytes.fromhex(text))

    def mode_echo(self, body, number):
        text = json.loads(body)["messages"][-1]["content"] if body[:1] == b"{" else "sound"
        self.answer(500, {"error": {"message": text}}, [("X-Text", text)])

    def mode_later(self, body, number):
        self.answer(429, {"error": {"message": f"request {number}"}}, [("Retry-After", "3600")])

    def mode_elsewhere(self, body, number):
        self.answer(302, b"", [("Location", "/words/v1/audio/transcriptions")])

    def mode_silent(self, body, number):
        time.sleep(3600)

    def mode_slow(self, body, number):
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        while True:
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.05)

    def mode_half(self, body, number):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"text": "half')
        self.close_connection = True

    def mode_long(self, body, number):
        self.answer(200, b'{"text": "' + b"a" * 10_000_000 + b'"}')

    def mode_page(self, body, number):
        self.answer(200, b"<html>It works!</html>")

    def mode_number(self, body, number):
        self.answer(200, {"text": 7})

    def mode_closed(self, body, number):
        self.close_connection = True

    def log_message(self, *arguments):
        pass


class Realtime:
    """A session in OpenAI's realtime form: a word for each half second, and more after a commit."""

    def __init__(self, handler, how, number):
        self.handler, self.how, self.number = handler, how, number
        self.rate = None
        self.turns = self.pongs = 0
        self.sound = b""
        self.words = []
        self.later = []

    def serve(self):
        self.tell("session.created", session={})
        while True:
            kind, payload = self.receive()
            if kind == 8:
                return
            if kind == 10:
                assert payload == b"still there?"
                self.pongs += 1
                continue
            event = json.loads(payload)
            end = getattr(self, "on_" + event["type"].split(".")[-1])(event)
            while end == "close" and kind != 8:
                kind, payload = self.receive()
            if end:
                return

    def on_update(self, event):
        self.session = event["session"]
        given = self.session["audio"]["input"]
        assert self.session["type"] == "transcription" and given["turn_detection"] is None
        self.rate = given["format"]["rate"]
        if self.how == "lagging":
            # Meanwhile the client's socket gets full.
            self.handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
            time.sleep(0.5)
        self.tell("session.updated", session=self.session)

    def on_append(self, event):
        self.sound += base64.b64decode(event["audio"])
        if self.how == "error":
            self.tell("error", error={
                "message": f"No such model. {self.handler.headers['Authorization']}"
                if self.handler.headers["Authorization"] else "No such model."})
        elif self.how == "closing":
            self.send(8, (1011).to_bytes(2, "big") + b"out of memory")
            return "close"
        elif self.how == "cut":
            return "cut"
        while len(self.words) < len(self.sound) // self.rate:
            self.words.append(f"w{len(self.words) + 1}")
            self.transcription("delta", delta=" " + self.words[-1])

    def on_commit(self, event):
        if len(self.sound) < 2 * self.rate / 10:
            return self.tell("error", error={"message": "buffer too small"})
        self.tell("input_audio_buffer.committed", item_id=self.item)
        text = " ".join(self.words)
        if self.how == "silent":
            return None
        while self.how == "pinging" and not self.pongs:
            self.pongs += self.receive()[0] == 10
        if self.how == "failing":
            return self.transcription("failed", error={"message": "The sound is damaged."})
        if self.how == "fields":
            text = json.dumps({
                "authorization": self.handler.headers["Authorization"],
                "path": self.handler.path, "session": self.session}, sort_keys=True)
        elif self.how == "count":
            text = f"connection {self.number}"
        self.later.append((self.item, text))
        self.turns += 1
        self.sound, self.words = b"", []
        if self.how == "reversed" and self.turns < 2:
            return None
        for item, text in reversed(self.later):
            self.tell("conversation.item.input_audio_transcription.completed", item_id=item,
                      content_index=0, transcript=text)
        self.later = []
        if self.how == "count":
            self.send(8, (1000).to_bytes(2, "big"))
            return "close"

    @property
    def item(self):
        return f"item_{self.turns}"

    def transcription(self, kind, **fields):
        self.tell(f"conversation.item.input_audio_transcription.{kind}", item_id=self.item,
                  content_index=0, **fields)

    def tell(self, kind, **fields):
        text = json.dumps({"type": kind, "event_id": "event", **fields}).encode()
        if self.how != "pinging":
            return self.send(1, text)
        # In two parts, with a ping between.
        self.send(1, text[:9], isFinal=False)
        self.send(9, b"still there?")
        self.send(0, text[9:])

    def send(self, kind, payload, isFinal=True):
        head = bytes([kind | (0x80 if isFinal else 0)])
        size = len(payload)
        if size < 126:
            head += bytes([size])
        else:
            head += bytes([126]) + size.to_bytes(2, "big") if size < 1 << 16 \
                else bytes([127]) + size.to_bytes(8, "big")
        self.handler.wfile.write(head + payload)
        self.handler.wfile.flush()

    def receive(self):
        """A frame's kind and payload: clients send each message in one frame, masked."""
        head = self.handler.rfile.read(2)
        if len(head) < 2:
            return 8, b""
        assert head[0] & 0x80 and head[1] & 0x80
        size = head[1] & 0x7F
        if size > 125:
            size = int.from_bytes(self.handler.rfile.read(2 if size == 126 else 8), "big")
        mask = self.handler.rfile.read(4) * (size // 4 + 1)
        payload = self.handler.rfile.read(size)
        number = int.from_bytes(payload, "big") ^ int.from_bytes(mask[:size], "big")
        return head[0] & 0x0F, number.to_bytes(size, "big")


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass  # clients that go in the middle are what the tests want


plain = Server(("127.0.0.1", 0), Handler)
secure = Server(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
secure.socket = context.wrap_socket(secure.socket, server_side=True)
print(plain.server_port, secure.server_port, flush=True)
threading.Thread(target=secure.serve_forever, daemon=True).start()
plain.serve_forever()
