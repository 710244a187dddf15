import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { localMediaStore, removePartialFiles } from "../../app/media/local-store.server.ts";
import { createLog } from "../../app/server/log.server.ts";
import { createReadiness } from "../../app/server/readiness.server.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";

let database: TestDatabase;
let folder: string;

it.beforeAll(async ({ database: own }) => {
  database = own;
  folder = await mkdtemp(path.join(tmpdir(), "tribute-readiness-"));
});
afterAll(() => rm(folder, { recursive: true }));

const log = createLog("silent");

/** A storage that counts how often it is written, and a clock that stands still. */
function watched() {
  const store = memoryStore();
  const counts = { puts: 0 };
  const clock = { now: 0 };
  let problem: string | null = null;
  const put = async (key: string, bytes: Uint8Array) => {
    counts.puts += 1;
    if (problem) throw new Error(problem);
    await store.put(key, bytes);
  };
  const readiness = createReadiness({
    db: database.db,
    media: { ...store, put },
    log,
    now: () => clock.now,
  });
  readiness.jobsStarted();
  const breakWith = (reason: string | null) => {
    problem = reason;
  };
  return { readiness, counts, clock, breakWith };
}

it("75 callers of the readiness check at once share one check, and so do those of the next two seconds", async () => {
  const { readiness, counts, clock } = watched();
  const answers = await Promise.all(Array.from({ length: 75 }, () => readiness.check()));
  expect(answers.every(({ isReady }) => isReady)).toBe(true);
  clock.now = 1999;
  await readiness.check();
  expect(counts.puts).toBe(1);
  clock.now = 2000;
  await readiness.check();
  expect(counts.puts).toBe(2);
});

it("a failing part of the readiness check is named without its reason, and checked again soon", async () => {
  const { readiness, clock, breakWith } = watched();
  breakWith("EACCES: permission denied, open '/srv/secret/place'");
  const failed = await readiness.check();
  expect(failed).toEqual({
    isReady: false,
    parts: { database: "ok", migrations: "ok", storage: "failing", jobs: "ok", process: "ok" },
  });
  breakWith(null);
  clock.now = 250;
  expect((await readiness.check()).isReady).toBe(true);
});

it("a stop shows in the readiness check at once, whatever result is kept", async () => {
  const { readiness } = watched();
  expect((await readiness.check()).isReady).toBe(true);
  readiness.stopping();
  expect(await readiness.check()).toMatchObject({ isReady: false, parts: { process: "stopping" } });
});

it("a part that hangs is asked once, however many readiness checks give up on it", async () => {
  let asked = 0;
  const { promise: never } = Promise.withResolvers<void>();
  const media = {
    ...memoryStore(),
    put: async () => {
      asked += 1;
      await never;
    },
  };
  let now = 0;
  const readiness = createReadiness({ db: database.db, media, log, now: () => now, patienceMs: 200 });
  readiness.jobsStarted();
  for (const time of [0, 1000]) {
    now = time;
    expect((await readiness.check()).parts).toMatchObject({ storage: "failing", database: "ok" });
  }
  expect(asked).toBe(1);
});

it("many processes that write the same file at once all succeed, and nothing but that file is left", async () => {
  const store = localMediaStore(folder, randomUUID);
  const texts = Array.from({ length: 40 }, (_, index) => `version ${index} `.repeat(1000));
  await Promise.all(texts.map((text) => store.put("readiness/probe.txt", Buffer.from(text))));
  expect(texts).toContain(await readFile(path.join(folder, "re/readiness/probe.txt"), "utf8"));
  expect(await readdir(path.join(folder, "re/readiness"))).toEqual(["probe.txt"]);
  expect(await readdir(path.join(folder, "partial"))).toEqual([]);
});

it("a file that could not be put in its place leaves nothing half written", async () => {
  const store = localMediaStore(folder, randomUUID);
  // A folder stands where the file should be.
  await mkdir(path.join(folder, "bl/blocked/m.webp/inside"), { recursive: true });
  await expect(store.put("blocked/m.webp", Buffer.from("x"))).rejects.toThrow();
  expect(await readdir(path.join(folder, "partial"))).toEqual([]);
});

it("a file that a killed process left half written is removed after an hour, and not before", async () => {
  const now = new Date();
  const [old, fresh] = ["old.partial", "fresh.partial"].map((name) => path.join(folder, "partial", name));
  for (const [file, minutes] of [
    [old, 61],
    [fresh, 5],
  ] as const) {
    const then = new Date(now.getTime() - minutes * 60_000);
    await writeFile(file ?? "", "half");
    await utimes(file ?? "", then, then);
  }
  expect(await removePartialFiles(folder, now)).toBe(1);
  expect(await readdir(path.join(folder, "partial"))).toEqual(["fresh.partial"]);
  expect(await removePartialFiles(path.join(folder, "nowhere"), now)).toBe(0);
});
