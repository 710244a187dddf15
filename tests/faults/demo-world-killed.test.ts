import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAlive } from "../../db/embedded/lock.ts";
import { type EmbeddedDatabase, startEmbedded } from "../../db/embedded.ts";
import { createDatabase } from "../../db/index.ts";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { demoMessages } from "../../db/seeds/world/messages.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { eventually } from "../support/eventually.ts";
import { query, THROW_AWAY } from "../support/fixtures/demo-world.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { type StartedServer, startServer } from "../support/http/started-server.ts";

// A first start, whose demo world is made by a process of its own: that process is killed, told to stop, and left alone.
// The tables have an owner of their own, as in compose.yaml's demo.

let folder: string;
let postgres: EmbeddedDatabase;
const servers: StartedServer[] = [];
const databases = { DATABASE_URL: "", DATABASE_MIGRATION_URL: "" };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribute-first-start-"));
  // PostgreSQL, which root starts under another account, passes through.
  await chmod(folder, 0o711);
  postgres = await startEmbedded({ dataDir: join(folder, "postgres"), settings: THROW_AWAY });
  for (const statement of [
    "create role demo_owner login",
    "create role demo_app login",
    "create database two_roles owner demo_owner",
  ])
    await query(postgres.adminUrl, statement);
  databases.DATABASE_URL = urlOf("demo_app");
  databases.DATABASE_MIGRATION_URL = urlOf("demo_owner");
});

function urlOf(role: string): string {
  const url = new URL(postgres.adminUrl);
  url.username = role;
  url.pathname = "/two_roles";
  return url.href;
}

afterAll(async () => {
  for (const server of servers) await server.end("SIGTERM");
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

interface FirstStart {
  product: ChildProcess;
  /** The process that makes the demo world, as soon as creators are there. */
  maker: number;
  ended(): Promise<number | null>;
  output(): string;
}

const settings = () => ({
  ...{ ...TEST_SECRETS, APP_MODE: "demo", LOG_LEVEL: "error" },
  ...{ ...databases, DATA_DIR: join(folder, "files"), HOST: "127.0.0.1", PORT: "0" },
});

/** Begins a start that makes the demo world, and waits until there is more of it than before: creators, or paid tips. */
async function beginFirstStart(more: (before: Told, now: Told) => boolean): Promise<FirstStart> {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const product = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...settings() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(product, "close").then(([code]: (number | null)[]) => code ?? null);
  let printed = "";
  for (const stream of [product.stdout, product.stderr])
    stream?.on("data", (chunk) => {
      printed += chunk;
    });
  const before = await countTold();
  await eventually(
    "the demo world is being made",
    async () => product.exitCode !== null || more(before, await countTold()),
  );
  return { product, maker: makerOf(product.pid ?? 0), ended: () => ended, output: () => printed };
}

/** Of the processes that the product has begun, the one that runs the built server. */
function makerOf(product: number): number {
  const { stdout } = spawnSync("ps", ["-axo", "pid=,ppid=,command="], { encoding: "utf8" });
  const line = stdout
    .split("\n")
    .find((each) => each.includes("makeDemoWorld") && parentOf(each) === product);
  if (!line) throw new Error(`no process makes the demo world:\n${stdout}`);
  return Number(line.trim().split(/\s+/)[0]);
}

const parentOf = (line: string) => Number(line.trim().split(/\s+/)[1]);

function start(options: Parameters<typeof startServer>[2] = {}): StartedServer {
  const server = startServer(".", settings(), options);
  servers.push(server);
  return server;
}

interface Told {
  creators: number;
  paid_tips: number;
  messages: number;
}

/** How much of the demo world is there. */
async function countTold(): Promise<Told> {
  const db = createDatabase(databases.DATABASE_URL, { max: 1 });
  try {
    const creators = await db.selectFrom("users").select("id").where("role", "=", "CREATOR").execute();
    const tips = await db.selectFrom("tips").select("message").where("paid_at", "is not", null).execute();
    const messages = new Set(tips.flatMap(({ message }) => message ?? []));
    return { creators: creators.length, paid_tips: tips.length, messages: messages.size };
  } catch {
    // The tables are not there yet.
    return { creators: 0, paid_tips: 0, messages: 0 };
  } finally {
    await db.destroy();
  }
}

const hasMoreCreators = (before: Told, now: Told) => now.creators > before.creators;
const hasMoreTips = (before: Told, now: Told) => now.paid_tips > before.paid_tips + 20;

test.skipIf(process.platform === "win32")(
  "a demo world whose maker is killed or stopped is made to its end by a later start, in a process that is gone then",
  async () => {
    const killed = await beginFirstStart(hasMoreCreators);
    process.kill(killed.maker, "SIGKILL");
    expect(await killed.ended()).toBe(1);
    expect(killed.output().trim().split("\n").at(-1)).toBe(
      "The demo world was not made: its process was ended by SIGKILL. The next start goes on with it",
    );

    const stopped = await beginFirstStart(hasMoreTips);
    stopped.product.kill("SIGTERM");
    expect(await stopped.ended()).toBe(0);
    expect(stopped.output()).not.toContain("ready");
    expect(isAlive(stopped.maker)).toBe(false);

    const orphaned = await beginFirstStart(hasMoreTips);
    orphaned.product.kill("SIGKILL");
    await orphaned.ended();
    await eventually("the maker has ended with its product", () => !isAlive(orphaned.maker));

    const server = start();
    await server.ready();
    const creators = demoCreators.length;
    expect(await countTold()).toEqual({ creators, paid_tips: 1033, messages: demoMessages.length + 1 });
    const db = createDatabase(databases.DATABASE_URL, { max: 2 });
    await expectCleanBooks(db, new Date());
    await db.destroy();

    const second = start();
    const worker = start({ role: "worker" });
    const profile = demoCreators.find(({ status }) => status === "ACTIVE")?.username ?? "";
    for (const each of [server, second])
      expect((await fetch(`${await each.ready()}/${profile}`)).status).toBe(200);
    expect(await worker.ready()).toBe("");
    for (const each of [worker, second, server]) expect(await each.signal("SIGTERM")).toBe(0);
  },
);
