"""A mail host of the tests, over real SMTP."""

import socket
import threading
from email import message_from_string


class Letters:
    """A mail host of the test: takes letters over SMTP and keeps them."""

    def __init__(self):
        self.taken = []
        self._arrived = threading.Semaphore(0)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                line, _ = self._door.accept()
            except OSError:
                return
            with line, line.makefile("rwb") as file:
                self._talk(file)

    def _talk(self, file):
        def say(text):
            file.write(text.encode() + b"\r\n")
            file.flush()

        say("220 test")
        for raw in file:
            word = raw.decode().strip().upper()
            if word == "DATA":
                say("354 go on")
                lines = []
                for each in file:
                    if each == b".\r\n":
                        break
                    lines.append(each.decode())
                self.taken.append("".join(lines))
                self._arrived.release()
            if word == "QUIT":
                say("221 bye")
                return
            say("250 ok")

    def wait(self):
        """Wait for the next letter."""
        assert self._arrived.acquire(timeout=30)
        found = message_from_string(self.taken[-1])
        return f"To: {found['to']}\n" + found.get_payload(decode=True).decode()

    def close(self):
        self._door.close()
