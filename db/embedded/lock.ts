import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AlreadyRunningError, EmbeddedDatabaseError } from "./errors.ts";

export interface Running {
  pid: number;
  url?: string | undefined;
  adminUrl?: string | undefined;
}

export interface DataDirLock {
  /** For tools that join. */
  announce(addresses: { url: string; adminUrl: string }): void;
  release(): void;
}

const runningSchema = z.object({
  pid: z.number(),
  url: z.string().optional(),
  adminUrl: z.string().optional(),
});

/**
 * SQLite's file lock: the system releases it with the process, so it is never stale. Throws
 * AlreadyRunningError with the holder.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = path.join(dataDir, "lock");
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    // No write, so no rollback and no journal.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    if (!isBusy(error)) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new EmbeddedDatabaseError(
        `The data folder ${dataDir} cannot be written by this user (lock: ${reason}); give it the right, or set DATA_DIR.`,
      );
    }
    const holder = await findHolder(dataDir);
    throw new AlreadyRunningError(
      `Another Tribute is already running on ${dataDir} (${holder ? `pid ${holder.pid}` : "pid unknown"}).`,
    );
  }
  const held = database;
  writeRunning(dataDir, { pid: process.pid });
  return {
    announce: (addresses) => writeRunning(dataDir, { pid: process.pid, ...addresses }),
    release: () => {
      rmSync(runningFile(dataDir), { force: true });
      held.close();
    },
  };
}

/** Undefined for none or a dead process. */
export function readRunning(dataDir: string): Running | undefined {
  try {
    const running = runningSchema.parse(JSON.parse(readFileSync(runningFile(dataDir), "utf8")));
    return isAlive(running.pid) ? running : undefined;
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The holder writes its pid after locking: a loser may read too early. */
async function findHolder(dataDir: string): Promise<Running | undefined> {
  const deadline = Date.now() + 1_000;
  for (;;) {
    const holder = readRunning(dataDir);
    if (holder || Date.now() > deadline) return holder;
    await pause(20);
  }
}

function writeRunning(dataDir: string, running: Running): void {
  const file = runningFile(dataDir);
  const half = `${file}.${randomUUID()}`;
  writeFileSync(half, JSON.stringify(running), { mode: 0o600 });
  renameSync(half, file);
}

function runningFile(dataDir: string): string {
  return path.join(dataDir, "running.json");
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
