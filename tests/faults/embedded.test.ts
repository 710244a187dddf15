import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Account, isRoot, UNPRIVILEGED } from "../../db/embedded/account.ts";
import { isAlive } from "../../db/embedded/lock.ts";
import { type EmbeddedDatabase, findRunning, removeEmbedded, startEmbedded } from "../../db/embedded.ts";
import { copyEmbeddedCheckout, nodeFor, postgresPackageOf } from "../support/checkout-copy.ts";
import { eventually } from "../support/eventually.ts";

const here = path.resolve(import.meta.dirname, "../..");
const outcomeSchema = z.union([
  z.object({
    url: z.string(),
    adminUrl: z.string(),
    pid: z.number(),
    socketDir: z.string(),
    dataDir: z.string(),
  }),
  z.object({ error: z.string() }),
]);
type Outcome = z.infer<typeof outcomeSchema>;

let scratch: string;
let dataDir: string;
const children: ChildProcess[] = [];
const started: EmbeddedDatabase[] = [];

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "tribute-faults-"));
  chmodSync(scratch, 0o755);
  dataDir = path.join(scratch, "data");
});

afterEach(async () => {
  for (const database of started.splice(0)) await database.stop();
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  rmSync(scratch, { recursive: true, force: true });
});

async function start(settings: Record<string, string> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, settings });
  started.push(database);
  return database;
}

/** Starts the database in a process of its own and waits for its one line. */
async function startProcess(
  args: string[],
  options: { checkout?: string; account?: Account | undefined } = {},
): Promise<{ child: ChildProcess; outcome: Outcome }> {
  const script = path.join(options.checkout ?? here, "tests/support/database/embedded-process.ts");
  const node = nodeFor(options.account, path.join(scratch, "node"));
  const child = spawn(node, [script, ...args], {
    ...options.account,
    cwd: scratch,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, outcome: outcomeSchema.parse(JSON.parse(String(line))) };
}

function running(outcome: Outcome) {
  if ("error" in outcome) throw new Error(`It did not start: ${outcome.error}`);
  return outcome;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks also fails the query, which is where the tests look.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const remember = (url: string) => query(url, "create table kept as select 42 as answer");
const recall = async (url: string) => (await query(url, "select answer from kept"))[0]?.answer;

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

describe("one Tribute for a data folder", () => {
  test("of two starts at once on a data folder exactly one wins, and the other names it", async () => {
    const both = await Promise.all([startProcess([dataDir]), startProcess([dataDir])]);
    const winner = both.find(({ outcome }) => "url" in outcome);
    const loser = both.find(({ outcome }) => "error" in outcome);
    if (!winner || !loser)
      throw new Error(`Not one of each: ${JSON.stringify(both.map((one) => one.outcome))}`);

    expect(loser.outcome).toEqual({
      error: `Another Tribute is already running on ${dataDir} (pid ${winner.child.pid}).`,
    });
    expect(await query(running(winner.outcome).url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(findRunning(dataDir)).toMatchObject({ pid: winner.child.pid, url: running(winner.outcome).url });
  });

  test("a second start on a data folder in the same process is refused too", async () => {
    await start();
    await expect(startEmbedded({ dataDir })).rejects.toMatchObject({
      name: "AlreadyRunningError",
      message: `Another Tribute is already running on ${dataDir} (pid ${process.pid}).`,
    });
  });
});

describe("a clean stop", () => {
  test("a clean stop leaves no process, no socket and no lock, and the data stays", async () => {
    const first = await start();
    await remember(first.url);
    await Promise.all([first.stop(), first.stop()]);

    expect(isAlive(first.pid)).toBe(false);
    expect(existsSync(first.socketDir ?? "")).toBe(false);
    expect(findRunning(dataDir)).toBeUndefined();
    expect(existsSync(path.join(dataDir, "cluster/postmaster.pid"))).toBe(false);

    const second = await start();
    expect(await recall(second.url)).toBe(42);
  });

  test("a clean stop does not wait for clients that stay connected", async () => {
    const database = await start();
    const client = new pg.Client({ connectionString: database.url });
    const errors: Error[] = [];
    client.on("error", (error) => errors.push(error));
    await client.connect();
    await database.stop();
    await eventually("the client was told", () => errors.length > 0);
    expect(errors[0]).toMatchObject({ code: "57P01" });
  });

  test("a clean stop follows when the process exits without stopping it", async () => {
    const { outcome } = await startProcess([dataDir, "exit"]);
    await eventually("PostgreSQL has ended", () => !isAlive(running(outcome).pid));
    expect(existsSync(running(outcome).socketDir)).toBe(false);
    expect(existsSync(path.join(dataDir, "cluster/postmaster.pid"))).toBe(false);
  });
});

describe("after a SIGKILL the next start works and keeps the data", () => {
  test("after a SIGKILL of the application the next start stops the PostgreSQL left behind and keeps the data", async () => {
    const { child, outcome } = await startProcess([dataDir]);
    const orphan = running(outcome);
    await remember(orphan.url);
    await kill(child);
    expect(isAlive(orphan.pid)).toBe(true);

    const database = await start();
    expect(await recall(database.url)).toBe(42);
    expect(database.pid).not.toBe(orphan.pid);
    expect(existsSync(orphan.socketDir)).toBe(false);
    await eventually("the orphan is gone", () => !isAlive(orphan.pid));
  });

  test("after a SIGKILL of PostgreSQL in the middle of a statement the next start works and keeps the data", async () => {
    const first = await start();
    await remember(first.url);
    const busy = query(first.url, "select count(*) from generate_series(1, 1e9)").catch((error) => error);
    await eventually("the statement runs", async () => {
      const active = await query(
        first.adminUrl,
        "select from pg_stat_activity where query like '%1e9%' and pid <> pg_backend_pid()",
      );
      return active.length > 0;
    });
    process.kill(first.pid, "SIGKILL");
    await first.exited;
    await first.stop();
    expect(existsSync(path.join(dataDir, "cluster/postmaster.pid"))).toBe(true);

    const second = await start();
    expect(await recall(second.url)).toBe(42);
    expect(await busy).toBeInstanceOf(Error);
  });

  test("after a SIGKILL of application and PostgreSQL at once the next start works and keeps the data", async () => {
    const { child, outcome } = await startProcess([dataDir]);
    const { pid, url } = running(outcome);
    await remember(url);
    process.kill(pid, "SIGKILL");
    await kill(child);
    const database = await start();
    expect(await recall(database.url)).toBe(42);
  });

  test("after a SIGKILL another process that got the old process id is left alone by the next start", async () => {
    const first = await start();
    await remember(first.url);
    await first.stop();
    writeFileSync(
      path.join(dataDir, "cluster/postmaster.pid"),
      `${process.pid}\n${dataDir}/cluster\n1\n5432\n`,
    );
    const second = await start();
    expect(await recall(second.url)).toBe(42);
  });

  test("after a SIGKILL while the files were being made the next start works", async () => {
    mkdirSync(path.join(dataDir, "cluster.1234.0/base"), { recursive: true });
    writeFileSync(path.join(dataDir, "lock"), "");
    const database = await start();
    await remember(database.url);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("cluster"))).toEqual(["cluster"]);
  });
});

describe("a start that fails", () => {
  test("a start that fails shows PostgreSQL's last log lines and releases the folder", async () => {
    await expect(startEmbedded({ dataDir, settings: { shared_buffers: "plenty" } })).rejects.toMatchObject({
      name: "EmbeddedDatabaseError",
      message: expect.stringContaining('invalid value for parameter "shared_buffers": "plenty"'),
    });
    await start();
  });

  test("a start that fails names the other version that made the files", async () => {
    mkdirSync(path.join(dataDir, "cluster"), { recursive: true });
    writeFileSync(path.join(dataDir, "cluster/PG_VERSION"), "17\n");
    await expect(startEmbedded({ dataDir })).rejects.toThrow("was made by PostgreSQL 17, this is 18");
  });
});

describe("where it runs", () => {
  test("the application's role owns its database and is no superuser; all is UTF-8 and durable", async () => {
    const database = await start();
    const facts = `select current_user, rolsuper, pg_get_userbyid(datdba) as owner, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding, datlocale as locale
      from pg_database, pg_roles where datname = current_database() and rolname = current_user`;
    expect(await query(database.url, facts)).toEqual([
      {
        current_user: "tribute",
        rolsuper: false,
        owner: "tribute",
        fsync: "on",
        encoding: "UTF8",
        locale: "C.UTF-8",
      },
    ]);
    const socketDir = database.socketDir ?? "";
    expect(statSync(socketDir).mode & 0o777).toBe(0o700);
    expect(`${socketDir}/.s.PGSQL.5432`.length).toBeLessThan(100);
  });

  test("on a loopback port the embedded PostgreSQL asks for its password", async () => {
    const database = await startEmbedded({ dataDir, transport: "tcp" });
    started.push(database);
    expect(await query(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    const guessed = new URL(database.url);
    guessed.password = "guessed";
    await expect(query(guessed.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  test("the embedded PostgreSQL runs for an ordinary user, from a checkout that is not theirs and whose install scripts were blocked", async () => {
    const checkout = path.join(scratch, "checkout");
    copyEmbeddedCheckout(checkout);
    const native = path.join(postgresPackageOf(checkout), "native");
    for (const entry of readdirSync(path.join(native, "lib"), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) rmSync(path.join(native, "lib", entry.name));
    }
    // Root may write anywhere, so there it takes another user to find the folder closed.
    chmodSync(path.join(native, "lib"), 0o555);
    chmodSync(scratch, 0o777);
    const account = isRoot() ? UNPRIVILEGED : undefined;
    const { outcome } = await startProcess([dataDir], { checkout, account });

    await remember(running(outcome).url);
    expect(statSync(path.join(dataDir, "cluster")).uid).toBe(account?.uid ?? process.getuid?.());
    expect(readdirSync(dataDir).some((name) => name.startsWith("postgresql-18"))).toBe(true);
    chmodSync(path.join(native, "lib"), 0o755);
  });

  test("in a package folder that can be written, the missing links of the embedded PostgreSQL are made in place", async () => {
    const checkout = path.join(scratch, "checkout");
    copyEmbeddedCheckout(checkout);
    const lib = path.join(postgresPackageOf(checkout), "native/lib");
    const links = () => readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    for (const entry of links()) rmSync(path.join(lib, entry.name));
    const { outcome } = await startProcess([dataDir], { checkout });
    await remember(running(outcome).url);
    expect(existsSync(path.join(lib, "libicuuc.so.60"))).toBe(true);
    expect(readdirSync(dataDir).some((name) => name.startsWith("postgresql-"))).toBe(false);
  });

  test("the embedded PostgreSQL runs from a checkout in a folder that nobody else may enter, twice, with its default data folder", async () => {
    const closed = path.join(scratch, "closed");
    const checkout = path.join(closed, "checkout");
    copyEmbeddedCheckout(checkout);
    chmodSync(closed, 0o700);
    const first = await startProcess([], { checkout });
    const { url, dataDir: chosen } = running(first.outcome);
    expect(chosen).toBe(path.join(checkout, "data"));
    await remember(url);
    first.child.kill("SIGTERM");
    await once(first.child, "exit");
    const second = await startProcess([], { checkout });
    expect(await recall(running(second.outcome).url)).toBe(42);
    second.child.kill("SIGTERM");
    await once(second.child, "exit");

    const files = realpathSync(path.join(chosen, "cluster"));
    expect(files.startsWith(closed)).toBe(!isRoot());
    expect(await removeEmbedded(chosen)).toBe(true);
    expect(existsSync(path.dirname(files))).toBe(!isRoot());
    expect(await removeEmbedded(chosen)).toBe(false);
  });

  test("an empty data folder that only its owner may enter is opened, another user's full one is not", async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    const opened = await start();
    expect(await query(opened.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(statSync(dataDir).mode & 0o777).toBe(isRoot() ? 0o711 : 0o700);

    const full = path.join(scratch, "full");
    mkdirSync(full, { mode: 0o700 });
    writeFileSync(path.join(full, "notes.txt"), "");
    const beside = await startEmbedded({ dataDir: full });
    expect(await query(beside.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(statSync(full).mode & 0o777).toBe(0o700);
    await beside.stop();
    await removeEmbedded(full);
    expect(existsSync(path.join(full, "notes.txt"))).toBe(true);
  });
});
