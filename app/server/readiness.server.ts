import { type Kysely, sql } from "kysely";
import { isMigrated } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import type { MediaStore } from "../domain/media/media-port.ts";
import type { Logger } from "./log.server.ts";

const PATIENCE_MS = 1000;
/** A failure is checked again sooner. */
const GOOD_FOR_MS = 2000;
const BAD_FOR_MS = 250;

/** One key: repeated probes write one file. */
const PROBE_KEY = "readiness/probe.txt";

type PartState = "ok" | "failing" | "starting" | "stopping";

interface ReadinessAnswer {
  isReady: boolean;
  parts: Record<string, PartState>;
}

export interface Readiness {
  check(): Promise<ReadinessAnswer>;
  jobsStarted(): void;
  stopping(): void;
}

type Reason = string | null;

export function createReadiness(services: {
  db: Kysely<DB>;
  media: MediaStore;
  log: Logger;
  now?: () => number;
  patienceMs?: number;
}): Readiness {
  const { db, media, log, now = () => performance.now(), patienceMs = PATIENCE_MS } = services;
  let jobs: PartState = "starting";
  let isStopping = false;
  const probes: Record<string, () => Promise<Reason>> = {
    database: probe(patienceMs, async () => void (await sql`select 1`.execute(db))),
    migrations: probe(patienceMs, async () => {
      if (!(await isMigrated(db))) throw new Error("migrations are missing");
    }),
    storage: probe(patienceMs, async () => {
      await media.put(PROBE_KEY, Buffer.from("ok"));
    }),
  };
  const logged = new Map<string, Reason>();

  async function look(): Promise<Record<string, PartState>> {
    const entries = await Promise.all(
      Object.entries(probes).map(async ([part, ask]) => {
        const reason = await ask();
        if ((logged.get(part) ?? null) !== reason) {
          if (reason === null) log.info({ part }, "ready again");
          else log.warn({ part, error: reason }, "not ready");
          logged.set(part, reason);
        }
        return [part, reason === null ? "ok" : "failing"] as const;
      }),
    );
    return Object.fromEntries(entries);
  }

  let kept: { parts: Record<string, PartState>; until: number } | null = null;
  let underWay: Promise<Record<string, PartState>> | null = null;

  async function shared(): Promise<Record<string, PartState>> {
    if (kept && now() < kept.until) return kept.parts;
    underWay ??= look()
      .then((parts) => {
        kept = { parts, until: now() + (isGood(parts) ? GOOD_FOR_MS : BAD_FOR_MS) };
        return parts;
      })
      .finally(() => {
        underWay = null;
      });
    return await underWay;
  }

  return {
    jobsStarted() {
      jobs = "ok";
    },
    stopping() {
      isStopping = true;
    },
    async check() {
      const looked = await shared();
      const parts = { ...looked, jobs, process: isStopping ? ("stopping" as const) : ("ok" as const) };
      return { isReady: isGood(parts), parts };
    },
  };
}

function isGood(parts: Record<string, PartState>): boolean {
  return Object.values(parts).every((state) => state === "ok");
}

/**
 * Null when the part works, else the reason; a timeout is a failure. A hanging part is not probed again until
 * it answers.
 */
function probe(patienceMs: number, ask: () => Promise<void>): () => Promise<Reason> {
  let pending: Promise<Reason> | null = null;
  return async () => {
    pending ??= ask()
      .then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        pending = null;
      });
    const { promise: tooLate, resolve } = Promise.withResolvers<Reason>();
    const timer = setTimeout(() => resolve("no answer in time"), patienceMs);
    try {
      return await Promise.race([pending, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
