// boardgame.io's own server, its matches in memory: `node server.js PORT`, run in a folder where it
// is installed.
const { createRequire } = require('node:module');
const here = createRequire(`${process.cwd()}/`);
const { Server, Origins } = here('boardgame.io/server');
const hanabi = require('./hanabi.js');

const port = Number(process.argv[2]);
const server = Server({ games: [hanabi], origins: [Origins.LOCALHOST] });
server.run({ port }, () => console.log(`listening ${port}`));
