import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { storeDocument } from "../../app/domain/media/media.server.ts";
import { setProfilePicture } from "../../app/domain/users/profile.server.ts";
import { pictureDrawing } from "../../app/media/drawing.server.ts";
import { localMediaStore } from "../../app/media/local-store.server.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { installQueues } from "../../db/queues.ts";
import { createBackupFile } from "../../scripts/backup/archive.ts";
import { dump } from "../../scripts/backup/dump.ts";
import { load, migrateTo } from "../../scripts/backup/load.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { withDatabase } from "../support/database/database-url.ts";
import { type OtherPostgres, startOtherPostgres } from "../support/database/other-postgres.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { type Product, startProduct, TEST_SECRETS } from "../support/http/product.ts";
import { freePort } from "../support/http/started-server.ts";
import { createCreator, createTipWorld, payTip, tellDispute } from "../support/money/tip-world.ts";

// `npm run backup` beside a running Tribute, `npm run restore` on another PostgreSQL and in the embedded one, and what
// is there afterwards.

const root = path.resolve(import.meta.dirname, "../..");
let scratch: string;
let database: TestDatabase;
let product: Product;
let postgres: OtherPostgres;
let file: string;
let contents: Record<string, string>;

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), "tribute-backup-"));
  chmodSync(scratch, 0o711);
  file = path.join(scratch, "tribute.backup");
  database = await createTestDatabase();
  product = await startProduct(database.url, LIVE_SETTINGS);
  postgres = await startOtherPostgres(path.join(scratch, "postgres"));
  await live();
});
afterAll(async () => {
  await product.stop();
  await postgres.stop();
  await database.drop();
  rmSync(scratch, { recursive: true, force: true });
});

/** Some of everything, but mails, which the product would try to send meanwhile: money, words in all alphabets, a picture, a document, a second factor, a job that waits. */
async function live(): Promise<void> {
  const world = createTipWorld(database.db, { now: () => new Date(), passSeconds: () => undefined });
  const encryption = createEncryption(TEST_SECRETS.APP_SECRET);
  const media = { ...localMediaStore(path.join(product.dataDir, "media"), randomUUID), ...pictureDrawing };
  const creator = await createCreator(world, { username: "joerdis" });
  for (const message of ['Grüße \\ "zitiert" \n Zeile', "😀 \u2028 #{", null])
    await payTip(world, creator, { message, type: "INETCASH_OB", from: "Ida" });
  const disputed = await payTip(world, creator);
  await tellDispute(world, disputed, "OPEN");
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c8451b" } })
    .png()
    .toBuffer();
  const stored = await setProfilePicture({ ...world, media }, creator.id, "avatar", bytes);
  if (stored !== "saved") throw new Error(stored);
  const document = await storeDocument({ ...world, media, encryption }, { id: world.newId(), bytes });
  if (document.outcome !== "stored") throw new Error(document.reason);
  const { id, content_type, byte_count } = document;
  const at = world.clock();
  const row = {
    id,
    content_type,
    byte_count,
    user_id: creator.id,
    kind: "mediafile_pass" as const,
    created_at: at,
  };
  await database.db.insertInto("verification_documents").values(row).execute();
  const secret_encrypted = encryption.encrypt("second-factor", creator.id, Buffer.from("secret"));
  const factor = { user_id: creator.id, secret_encrypted, confirmed_at: at, created_at: at };
  await database.db.insertInto("second_factors").values(factor).execute();
  // The product announces new tips every minute: in the middle of a comparison, too.
  await database.db.updateTable("tips").set({ announced_at: at }).execute();
  await database.db
    .transaction()
    .execute((trx) => world.jobs.enqueue(trx, "ledger.check", {}, new Date(at.getTime() + 86_400_000)));
}

interface Ended {
  status: number | null;
  output: string;
}

function run(
  script: "backup" | "restore" | "data-reencrypt",
  args: string[],
  settings: Record<string, string>,
): Ended {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const ended = spawnSync(process.execPath, [path.join(root, "scripts", `${script}.ts`), ...args], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, APP_MODE: "demo", ...settings },
    encoding: "utf8",
  });
  return { status: ended.status, output: ended.stdout + ended.stderr };
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Each table's number of rows and their digest, and where each sequence stands. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'sandbox') and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname not like 'kysely%' order by 1`,
  );
  const sequences = await ask<{ name: string }>(
    url,
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'S'
     and c.relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace)`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of [...tables, ...sequences]) {
    const isSequence = sequences.some((each) => each.name === name);
    const [row] = await ask<{ digest: string }>(
      url,
      isSequence
        ? `select last_value || ' ' || is_called as digest from ${name}`
        : `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
           as digest from ${name} t`,
    );
    contents[name] = row?.digest ?? "";
  }
  return contents;
}

const source = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: product.dataDir,
  ...TEST_SECRETS,
  ...LIVE_SETTINGS,
});
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.includes("probe"))
    .sort();

/**
 * Makes a backup while Tribute runs, and again where it wrote something of its own meanwhile (the checks of the ledger
 * are written down every ten minutes): what is in it can be compared then. Returns what the database held.
 */
async function backUp(
  to: string,
  settings: Record<string, string>,
): Promise<Ended & { contents: Record<string, string> }> {
  for (;;) {
    const before = await contentsOf(database.url);
    const ended = run("backup", [to], settings);
    if (ended.status !== 0 || isDeepStrictEqual(before, await contentsOf(database.url)))
      return { ...ended, contents: before };
    rmSync(to);
  }
}

test("a backup is one file that only its owner can read, made beside a running Tribute, and never overwrites a file", async () => {
  const { contents: held, ...made } = await backUp(file, source());
  contents = held;
  expect(made).toEqual({ status: 0, output: expect.stringMatching(/^\d+ rows and \d+ files are in .+\n$/) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(run("backup", [file], source())).toEqual({ status: 1, output: `${file} is there already.\n` });
  expect(readdirSync(scratch).filter((name) => name.startsWith("tribute.backup"))).toEqual([
    "tribute.backup",
  ]);
});

test("a backup restored on another PostgreSQL with two roles has all again: rows, numbers, files, rights, and the product starts", async () => {
  await ask(postgres.url, "create role owner_of_backup login");
  await ask(postgres.url, "create role application_of_backup login");
  await ask(postgres.url, "create database restored owner owner_of_backup");
  const as = (role: string) => {
    const url = new URL(withDatabase(postgres.url, "restored"));
    url.username = role;
    return url.href;
  };
  const [owner, application] = [as("owner_of_backup"), as("application_of_backup")];
  const dataDir = path.join(scratch, "restored");
  const settings = {
    DATABASE_URL: application,
    DATABASE_MIGRATION_URL: owner,
    DATA_DIR: dataDir,
    ...TEST_SECRETS,
    ...LIVE_SETTINGS,
  };
  const made = run("restore", [file], settings);
  expect(made.output).toMatch(/^\d+ rows and \d+ files of \S+ are restored\.\n(ok {4}\S+\n)+$/);
  expect(made.status).toBe(0);
  expect(await contentsOf(owner)).toEqual(contents);
  expect(filesIn(path.join(dataDir, "media"))).toEqual(filesIn(path.join(product.dataDir, "media")));

  await expect(ask(application, "delete from ledger_transfer")).rejects.toThrow("permission denied");
  await expect(ask(owner, "delete from ledger_transfer")).rejects.toThrow("append-only");
  const [next] = await ask<{ isNew: boolean }>(
    application,
    `insert into account_status_events (user_id, from_status, to_status, reason, at)
     select id, status, status, 'test', now() from users limit 1
     returning id > (select max(id) from account_status_events) as "isNew"`,
  );
  expect(next).toEqual({ isNew: true });

  expect(run("restore", [file], settings)).toEqual({
    status: 1,
    output: "The database is not empty: nothing was restored.\n",
  });

  const jobs =
    "select name, data, start_after::text from pgboss.job where start_after > now() and name = 'ledger.check'";
  expect(await ask(owner, jobs)).toHaveLength(1);
  expect(await ask(owner, jobs)).toEqual(await ask(database.url, jobs));

  const keys = {
    ...settings,
    DATA_KEY: "6f1c0b9e4d7a2853f0e1d2c3b4a59687",
    DATA_KEY_PREVIOUS: TEST_SECRETS.APP_SECRET,
  };
  const lost = { ...keys, DATA_KEY_PREVIOUS: "" };
  expect(run("data-reencrypt", [], lost)).toMatchObject({
    status: 1,
    output: expect.stringContaining("Nothing was changed: 2 things open with none of the keys."),
  });
  for (const [wanted, given] of [
    ["Encrypted anew: 2. Had the current key: 0.", keys],
    ["Encrypted anew: 0. Had the current key: 2.", lost],
  ] as const)
    expect(run("data-reencrypt", [], given)).toMatchObject({
      status: 0,
      output: expect.stringContaining(wanted),
    });

  // In live mode it would not start with another key than the backup's.
  const restored = await startProduct(application, {
    ...LIVE_SETTINGS,
    DATA_KEY: lost.DATA_KEY,
    DATABASE_MIGRATION_URL: owner,
    PORT: String(await freePort()),
  });
  try {
    expect((await fetch(`${restored.url}/joerdis`)).status).toBe(200);
  } finally {
    await restored.stop();
  }
});

test("a backup restored in a new data folder has all of it in the embedded PostgreSQL, and the secret that the demo had made", async () => {
  const dataDir = path.join(scratch, "embedded");
  const demo = path.join(scratch, "demo.backup");
  const secret = "d".repeat(64);
  writeFileSync(path.join(product.dataDir, "secret"), secret);
  const { DATABASE_URL, DATA_DIR } = source();
  const made = await backUp(demo, { DATABASE_URL, DATA_DIR });
  expect(made.status).toBe(0);
  expect(run("restore", [demo], { DATA_DIR: dataDir })).toMatchObject({ status: 0 });
  expect(readFileSync(path.join(dataDir, "secret"), "utf8")).toBe(secret);
  const embedded = await startEmbedded({ dataDir: path.join(dataDir, "postgres") });
  try {
    expect(await contentsOf(embedded.url)).toEqual(made.contents);
  } finally {
    await embedded.stop();
  }
});

test("backups of the present schema are restored, older and newer ones refused", async () => {
  const [earlier, later] = ["earlier", "later"].map((name) => withDatabase(postgres.url, name));
  if (!earlier || !later) throw new Error("two databases were made");
  const media = memoryStore();
  const restoreAfter = async (name: string): Promise<unknown> => {
    for (const each of ["earlier", "later"]) await ask(postgres.url, `create database ${each}`);
    await migrateTo(earlier, "2026-11-27-baseline");
    await installQueues(earlier);
    await ask(earlier, "delete from kysely_migration");
    await ask(earlier, `insert into kysely_migration values ('${name}', now()::text)`);
    await ask(
      earlier,
      "insert into users (id, email, created_at, updated_at) select gen_random_uuid(), 'early@example.org', now(), now()",
    );
    const backup = path.join(scratch, `${name}.backup`);
    const writer = await createBackupFile(backup);
    await dump(earlier, media, writer, { version: "1.0.0", now: new Date() });
    await writer.complete();
    const told = await load(backup, { url: later, applicationUrl: later, media }).catch(
      (error: Error) => error.message,
    );
    const outcome = typeof told === "string" ? told : await ask(later, "select email from users");
    for (const each of ["earlier", "later"]) await ask(postgres.url, `drop database ${each} with (force)`);
    return outcome;
  };
  expect(await restoreAfter("2026-11-26-kept-forms-end")).toEqual([{ email: "early@example.org" }]);
  expect(await restoreAfter("2026-11-24-21-build-assets")).toMatch(
    /was made by an older version: restore it with that version, then start this one with its database\.$/,
  );
  expect(await restoreAfter("9999-12-31-later")).toMatch(
    /was made by a newer version: its schema has 9999-12-31-later\.$/,
  );
});

test("a backup that was cut off, changed or is something else is refused before anything is touched", async () => {
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  const dataDir = path.join(scratch, "untouched");
  await ask(postgres.url, "create database untouched");
  const settings = { DATABASE_URL: withDatabase(postgres.url, "untouched"), DATA_DIR: dataDir };
  for (const broken of [bytes.subarray(0, -100), bytes.subarray(0, 0), changed, Buffer.from("no backup")]) {
    const name = path.join(scratch, "broken.backup");
    writeFileSync(name, broken);
    const ended = run("restore", [name], settings);
    expect(ended).toEqual({
      status: 1,
      output: expect.stringMatching(/^\S*broken\.backup (cannot|is) .+\n$/),
    });
  }
  expect(run("restore", ["/nowhere/at.all"], settings).status).toBe(1);
  expect(await ask(settings.DATABASE_URL, "select from pg_class where relname = 'users'")).toEqual([]);
});
