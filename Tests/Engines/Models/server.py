"""A server of files whose first path component says how it behaves.

server.py CERTIFICATE KEY FOLDER: prints the ports of its http and https; then a line for each
request, with its path and its range; serves until it is killed. A file has the last component of
the path as its name; one that is not in the folder is NUMBER zero bytes long if its path has a
component “zeros-NUMBER”.
"""
import http.server
import os
import re
import ssl
import sys
import threading

certificate, key, folder = sys.argv[1:4]
ports = {}
done = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        given = self.headers["Range"]
        print("GET", self.path, given or "-", flush=True)
        match = re.fullmatch(r"bytes=(\d+)-", given or "")
        first = int(match.group(1)) if match else None
        try:
            getattr(self, "mode_" + self.path.split("/")[1].replace("-", "_"))(first)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def do_CONNECT(self):
        """Refuses to be a proxy."""
        print("CONNECT", self.path, "-", flush=True)
        self.head(403, 0)

    def content(self):
        path = os.path.join(folder, os.path.basename(self.path))
        if os.path.exists(path):
            with open(path, "rb") as file:
                return file.read()
        zeros = re.search(r"/zeros-(\d+)/", self.path)
        return bytes(int(zeros.group(1)))

    def head(self, status, length, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def serve(self, content, first, announced=None, sent=None):
        """Serves the content, or its rest, of which only `sent` bytes come."""
        if first is None:
            rest = content
            self.head(200, len(rest) if announced is None else announced)
        else:
            rest = content[first:]
            last = len(content) - 1
            self.head(206, len(rest), [("Content-Range", f"bytes {first}-{last}/{len(content)}")])
        self.wfile.write(rest if sent is None else rest[:sent])

    def mode_plain(self, first):
        self.serve(self.content(), first)

    def mode_whole(self, first):
        """Knows no ranges."""
        self.serve(self.content(), None)

    def mode_half(self, first):
        """Breaks off in the middle of what is asked for."""
        content = self.content()
        self.serve(content, first, sent=(len(content) - (first or 0)) // 2)
        self.close_connection = True

    def mode_unannounced(self, first):
        """Breaks off without having said how much comes."""
        content = self.content()
        self.head(200, None, [("Connection", "close")])
        self.wfile.write(content[:len(content) // 2])
        self.close_connection = True

    def mode_longer(self, first):
        self.serve(self.content() + b"more", first)

    def mode_endless(self, first):
        """More than expected, and unannounced."""
        self.head(200, None, [("Connection", "close")])
        self.wfile.write(self.content() + b"more")
        self.close_connection = True

    def mode_shorter(self, first):
        self.serve(self.content()[:-1], first)

    def mode_wrong(self, first):
        content = bytearray(self.content())
        content[len(content) // 2] ^= 1
        self.serve(bytes(content), first)

    def mode_elsewhere(self, first):
        """Answers with another part than was asked for."""
        self.serve(self.content(), None if first is None else first - 1)

    def mode_unsatisfiable(self, first):
        if first is None:
            self.mode_plain(first)
        else:
            self.head(416, 0, [("Content-Range", f"bytes */{len(self.content())}")])

    def mode_stall(self, first):
        """Stops after the first half, and keeps the connection."""
        content = self.content()
        self.serve(content, first, sent=(len(content) - (first or 0)) // 2)
        self.wfile.flush()
        done.wait()

    def mode_silent(self, first):
        done.wait()

    def mode_missing(self, first):
        self.head(404, 0)

    def mode_loop(self, first):
        self.head(302, 0, [("Location", self.path)])

    def elsewhere(self, scheme):
        rest = self.path.split("/", 2)[2]
        self.head(302, 0, [("Location", f"{scheme}://127.0.0.1:{ports[scheme]}/plain/{rest}")])

    def mode_to_http(self, first):
        self.elsewhere("http")

    def mode_to_https(self, first):
        self.elsewhere("https")

    def mode_to_file(self, first):
        self.head(302, 0, [("Location", "file:///etc/hostname")])

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        """Clients that hang up are what is tested."""


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
plain, secure = Server(("127.0.0.1", 0), Handler), Server(("127.0.0.1", 0), Handler)
secure.socket = context.wrap_socket(secure.socket, server_side=True)
ports["http"], ports["https"] = plain.server_port, secure.server_port
print(plain.server_port, secure.server_port, flush=True)
threading.Thread(target=plain.serve_forever, daemon=True).start()
secure.serve_forever()
