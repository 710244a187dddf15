import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeSettings } from "../../app/domain/microblog/links.server.ts";
import { producePosts } from "../../app/domain/microblog/produce.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { somebodyWaits } from "../support/database/ledger-checks.ts";
import { eventually } from "../support/eventually.ts";
import { createCreator, payTip } from "../support/money/tip-world.ts";
import { openMicroblogWorld } from "../support/networks/microblog-world.ts";
import { type Listening, listen } from "../support/providers/listening.ts";

// The process that posts is killed once X has the post and nobody has taken that down: it stands there once, and only once.

const worker = path.resolve(import.meta.dirname, "microblog-worker.ts");

let database: TestDatabase;
let world: Awaited<ReturnType<typeof openMicroblogWorld>>;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await openMicroblogWorld(database.db);
});
afterAll(async () => {
  await world.x.close();
  await database.drop();
});

function startPosting(origin = world.x.line.origin): { child: ChildProcess; exited: Promise<unknown[]> } {
  const child = spawn(process.execPath, [worker, database.url, origin, world.clock().toISOString()], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return { child, exited: once(child, "exit") };
}

async function kill({ child, exited }: ReturnType<typeof startPosting>): Promise<void> {
  expect(child.exitCode, "the process still runs").toBeNull();
  child.kill("SIGKILL");
  await exited;
}

/** A creator with so many tips whose posts are due. Returns the account at X. */
async function withPosts(count: number) {
  const creator = await createCreator(world);
  const account = await world.link(creator, {});
  await changeSettings(world.db, creator.id, "x", { on_new_tip: true, tip_frequency: "ALL" }, world.clock());
  for (let made = 0; made < count; made += 1) await payTip(world, creator, { amount: 5_00 });
  await producePosts(world);
  return { creator, account };
}

/** Other processes go on, until nothing waits. */
async function afterwards(): Promise<void> {
  for (let runs = 0; runs < 3; runs += 1) {
    world.time.passSeconds(180);
    const [code] = await startPosting().exited;
    expect(code).toBe(0);
  }
}

it("killed while X's answer is on its way: the post is looked for, and not made again", async () => {
  const { creator, account } = await withPosts(2);
  world.x.line.failNext("late_answer", "POST");
  const posting = startPosting();
  await eventually("X has the post", () => world.x.textsOf(account).length === 1);
  await kill(posting);
  expect((await world.statesOf(creator)).sort()).toEqual(["SENDING", "WAITING"]);
  await afterwards();
  expect(await world.statesOf(creator)).toEqual(["POSTED", "POSTED"]);
  expect(new Set(world.x.textsOf(account)).size).toBe(2);
  expect(world.x.textsOf(account)).toHaveLength(2);
});

it("killed with X's answer in hand, before it is written down: the same", async () => {
  const { creator, account } = await withPosts(1);
  const gate = Promise.withResolvers<void>();
  const door = await doorTo(world.x.line.origin, gate.promise);
  world.x.x.knownAs(door.origin);
  const posting = startPosting(door.origin);
  await eventually("the post is claimed", async () => (await world.statesOf(creator)).includes("SENDING"));
  await database.db.transaction().execute(async (trx) => {
    // Whoever wants to write down how a post ended waits for this.
    await sql`lock table microblog_posts in exclusive mode`.execute(trx);
    gate.resolve();
    await eventually("X has the post, and its answer waits to be written", async () => {
      return world.x.textsOf(account).length === 1 && (await somebodyWaits(database.db));
    });
    await kill(posting);
  });
  await door.close();
  expect(await world.statesOf(creator)).toEqual(["SENDING"]);
  await afterwards();
  expect(await world.statesOf(creator)).toEqual(["POSTED"]);
  expect(world.x.textsOf(account)).toHaveLength(1);
});

/** Lets calls through once it is open. */
async function doorTo(origin: string, opened: Promise<void>): Promise<Listening> {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    await opened;
    const { authorization = "", "content-type": type = "" } = request.headers;
    const headers = { Authorization: authorization, "Content-Type": type };
    const answer = await fetch(origin + request.url, { method: "POST", headers, body });
    response.writeHead(answer.status).end(await answer.text());
  };
  return await listen((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
}

it("killed before X had it: it is posted by the next", async () => {
  const { creator, account } = await withPosts(1);
  world.x.line.hang(true);
  const before = world.x.line.calls.length;
  const posting = startPosting();
  await eventually("it is under way", () => world.x.line.calls.length > before);
  await kill(posting);
  world.x.line.hang(false);
  await afterwards();
  expect(await world.statesOf(creator)).toEqual(["POSTED"]);
  expect(world.x.textsOf(account)).toHaveLength(1);
});
