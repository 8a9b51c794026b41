// A bot that takes a seat exactly as a browser does. Node.js, nothing to install:
//
//   node examples/socket_bot.mjs http://localhost:8000/table/TABLE-ID Otto
//
// Node 22 has WebSocket built in; Node 20 has it behind a flag: node --experimental-websocket …
// docs/protocol.md explains every message.

/** Your bot: `position.view` is all this seat may know, `position.legal` all it may do. */
function choose(position) {
  return position.legal[Math.floor(Math.random() * position.legal.length)];
}

const [address, name = 'Nora'] = process.argv.slice(2);
const { host, pathname } = new URL(address);
const table = pathname.split('/').filter(Boolean).at(-1);

// A nickname; the cookie that comes back is the only proof of being that person.
const me = await fetch(`http://${host}/api/me`, {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name }),
});
if (!me.ok) throw new Error((await me.json()).message);
const cookie = me.headers.getSetCookie()[0].split(';')[0];

let seen = 0;
let moved = null; // sent again with the same id if the connection breaks

function connect() {
  const url = `ws://${host}/api/tables/${table}/socket?seen=${seen}`;
  const socket = new WebSocket(url, { headers: { cookie } });
  const send = (message) => socket.send(JSON.stringify(message));

  function answer(position) {
    if (!position) return;
    seen = position.seq;
    if (position.legal.length === 0) return;
    if (moved?.ply !== position.ply) {
      const id = crypto.randomUUID();
      moved = { type: 'move', id, ply: position.ply, action: choose(position) };
    }
    send(moved);
  }

  function end({ ending }) {
    if (!ending) return;
    console.log(JSON.stringify(ending));
    process.exit(0);
  }

  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    switch (message.type) {
      case 'snapshot':
        if (message.you.seat === null) send({ type: 'sit', id: 'sit' });
        answer(message.position);
        end(message.table);
        break;
      case 'table-changed':
        end(message.table);
        break;
      case 'happened':
        answer(message.position);
        break;
      case 'error':
        if (message.code === 'move/stale') answer(message.position);
        else {
          console.error(`${message.code}: ${message.message}`);
          process.exit(1);
        }
    }
  };
  socket.onclose = () => setTimeout(connect, 1000);
}

connect();
