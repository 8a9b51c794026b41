// A bot for Hanabi and Koi-Koi, in JavaScript with nothing to install: docs/bot-protocol.md.
//
//     hanamichi arena hanabi/online --bot otto='node examples/stdio_bot.mjs' --bots otto --games 10
//
// It reads a line of JSON, and writes a line when it is asked.

import { createInterface } from "node:readline";

/** Your bot: one of `question.legal`. `question.view` is all this seat may know. */
function choose(question) {
  const careful = question.legal.filter((action) => action.type !== "play");
  const choices = careful.length > 0 ? careful : question.legal;
  return choices[question.view.ply % choices.length];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const answer =
    message.type === "start"
      ? { type: "ready", protocol: 1 }
      : { type: "move", id: message.id, action: choose(message) };
  process.stdout.write(JSON.stringify(answer) + "\n");
}
