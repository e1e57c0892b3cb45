"""A line between browser and server that can be slow, or die without a word."""

import contextlib
import socket
import threading
import time

STEP = 0.02


class Proxy:
    """Forwards TCP to a port of the loopback, as fast and as long as a test says."""

    def __init__(self, port, delay=0.0):
        self.target, self.delay = port, delay
        self.silent = threading.Event()
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._sockets = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                self._sockets += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=ends, daemon=True).start()

    def _pump(self, source, sink):
        with contextlib.suppress(OSError):
            while not self._over.is_set():
                heard = source.recv(65536)
                due = time.monotonic() + self.delay
                while not self._over.is_set() and (self.silent.is_set() or time.monotonic() < due):
                    time.sleep(STEP)  # what was sent meanwhile waits, as on a dead Wi-Fi
                if not heard:
                    break
                sink.sendall(heard)
            for each in (source, sink):
                each.close()

    def close(self):
        self._over.set()
        for each in self._sockets:
            with contextlib.suppress(OSError):
                each.close()
