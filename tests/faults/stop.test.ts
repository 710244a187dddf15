import { connect, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/http/product.ts";

// A stop, as a supervisor asks for it, while requests are on their way. They are written by hand, byte by byte.

let database: DemoDatabase;
let product: Product;
const opened: Conversation[] = [];

beforeAll(async () => {
  database = await createDemoDatabase();
});

afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy();
});

afterAll(() => database.drop());

interface Conversation {
  socket: Socket;
  say(text: string): void;
  heard(): string;
  isClosed(): boolean;
}

async function talk(): Promise<Conversation> {
  const { hostname, port } = new URL(product.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let heard = "";
  let isClosed = false;
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isClosed = true;
  });
  await eventually("the connection is taken", () => socket.readyState === "open" || isClosed);
  const conversation = {
    socket,
    say: (text: string) => void socket.write(text),
    heard: () => heard,
    isClosed: () => isClosed,
  };
  opened.push(conversation);
  return conversation;
}

const BODY = "amount=5";
const POST =
  "POST /joerdis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n" +
  `Content-Length: ${BODY.length}\r\n\r\n`;

async function isRefused(): Promise<boolean> {
  const late = await talk();
  return late.isClosed();
}

test("a stop answers the requests under way, accepts no new ones, says so at /readyz, and ends with 0", async () => {
  product = await startProduct(database.url, {}, database);
  const tip = await talk();
  tip.say(POST + BODY.slice(0, 3));
  const probe = await talk();
  probe.say("GET /readyz HTTP/1.1\r\n");
  const idle = await talk();
  idle.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await eventually("the idle one has its answer", () => idle.heard().startsWith("HTTP/1.1 200"));

  // Throws for any other exit code than 0.
  const stopping = product.stop();
  await eventually("a connection that waits is closed", () => idle.isClosed());
  await eventually("a new connection is refused", isRefused);
  expect(tip.isClosed()).toBe(false);

  probe.say("Host: localhost\r\n\r\n");
  await eventually("the probe is answered", () => probe.heard().includes('"process"'));
  expect(probe.heard()).toMatch(/^HTTP\/1\.1 503 /);
  expect(probe.heard()).toContain('"process":"stopping"');

  tip.say(BODY.slice(3));
  await eventually("the tip is answered", () => tip.heard().includes("\r\n\r\n"));
  expect(tip.heard()).toMatch(/^HTTP\/1\.1 303 /);
  expect(tip.heard()).toMatch(/\r\nlocation: \/joerdis\/tip\/[\w-]+\/details\r\n/i);
  await stopping;
  const lines = product.output().trim().split("\n");
  expect(lines.filter((line) => !line.startsWith("Demo login: "))).toHaveLength(1);
});

test("with time to drain, a stop says so at /readyz and answers whoever comes, each connection once", async () => {
  product = await startProduct(database.url, { DRAIN_SECONDS: "60" }, database);
  const kept = await talk();
  kept.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await eventually("it is answered", () => kept.heard().includes("ok\n"));
  // It ends by our signal, long before it has drained.
  const ended = expect(product.stop()).rejects.toThrow("The product ended with null");
  const asked = async (path: string) => {
    const late = await talk();
    late.say(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await eventually(
      "it is answered",
      () => late.isClosed() || late.heard().endsWith("\n") || late.heard().includes("}"),
    );
    return late;
  };
  await eventually("it says so", async () =>
    (await asked("/readyz")).heard().includes('"process":"stopping"'),
  );
  const page = await asked("/joerdis");
  await eventually("the connection is closed after its answer", () => page.isClosed());
  expect(page.heard()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i);
  expect(kept.isClosed()).toBe(false);
  kept.say(POST + BODY);
  await eventually("a kept connection is closed after its answer", () => kept.isClosed());
  expect(kept.heard()).toContain("HTTP/1.1 303 ");
  process.kill(product.pid, "SIGKILL");
  await ended;
});

test("a stop ends with 0 when it has drained", async () => {
  product = await startProduct(database.url, { DRAIN_SECONDS: "1" }, database);
  await product.stop();
});

test("the limits on posts hold for visitors who post while Tribute stops", async () => {
  await sql`delete from rate_limits`.execute(database.db);
  product = await startProduct(database.url, { POSTS_PER_MINUTE: "1" }, database);
  const open = await Promise.all([talk(), talk()]);
  // Two heads that are not whole yet: their posts are counted when they are.
  for (const each of open) each.say(POST.slice(0, 60));
  const stopping = product.stop();
  await eventually("a new connection is refused", isRefused);
  for (const each of open) each.say(POST.slice(60) + BODY);
  await eventually("both are answered", () => open.every((each) => each.heard().includes("\r\n\r\n")));
  expect(open.map((each) => each.heard().slice(9, 12)).sort()).toEqual(["303", "429"]);
  await stopping;
  const lines = product.output().trim().split("\n");
  expect(lines.filter((line) => !line.startsWith("Demo login: "))).toHaveLength(1);
});

test("a request that never finishes is cut off after some seconds, and the process still exits with 0", async () => {
  product = await startProduct(database.url, {}, database);
  const slow = await talk();
  slow.say(POST + BODY.slice(0, 3));
  await product.stop();
  await eventually("the connection is cut", () => slow.isClosed());
});
