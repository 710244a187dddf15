import { IncomingMessage } from "node:http";
import { createServer, type Server, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createUserPoll } from "../../app/api/user-poll.server.ts";
import { createSessionCookie } from "../../app/http/cookies.server.ts";
import { createLimits } from "../../app/http/limits.server.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { createDatabase, createPool } from "../../db/index.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { TEST_SECRETS } from "../support/http/product.ts";

// A poll of GET /api/user while the database takes connections and says nothing.

const sockets: Socket[] = [];
let server: Server;

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function silentDatabase(): Promise<string> {
  server = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `postgres://nobody@127.0.0.1:${address.port}/none`;
}

async function newPoll(): Promise<IncomingMessage> {
  const poll = new IncomingMessage(new Socket());
  poll.method = "GET";
  poll.url = "/api/user";
  poll.headers = { cookie: await sentCookie("session", "x".repeat(43)), "if-none-match": '"a-mark"' };
  return poll;
}

test("one poll waits for a database that is away; those after it go the framework's way at once, for ten seconds", async () => {
  const url = await silentDatabase();
  let now = Date.now();
  const userPoll = createUserPoll({
    db: createDatabase(url, { patienceMs: 100 }),
    clock: () => new Date(now),
    limits: createLimits(createPool(url), { postsPerMinute: 1, crowdFactor: 1, secret: "a secret" }),
    config: readConfig({}),
    publicUrl: "http://localhost",
    sessionCookie: createSessionCookie(TEST_SECRETS.APP_SECRET, false),
  });
  const first = userPoll(await newPoll());
  expect(first).toBeInstanceOf(Promise);
  expect(await first).toBeNull();
  expect(userPoll(await newPoll())).toBeNull();
  now += 10_000;
  expect(userPoll(await newPoll())).toBeInstanceOf(Promise);
});
