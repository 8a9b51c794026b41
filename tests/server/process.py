"""`python -m tests.server.process PORT`: the server as a process of its own, to be killed."""

import sys

from hanamichi.server.net.listening import listen
from hanamichi.server.serve import serve

if __name__ == "__main__":
    listening = listen("127.0.0.1", int(sys.argv[1]))
    serve(listening, host="127.0.0.1", bot_pace="instant", say=print)
