import { type Kysely, sql } from "kysely";
import { isMigrated } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import type { MediaStore } from "../media/media-store.ts";
import type { Logger } from "./log.server.ts";

/** Whoever has not answered by then does not work. */
const PATIENCE_MS = 1000;
/** A good result holds for everybody who asks in this time; a bad one is looked at again sooner. */
const GOOD_FOR_MS = 2000;
const BAD_FOR_MS = 250;

/** Whoever asks at least this often stands before the process and sends it requests. */
const LISTENS_MS = 2000;
/** So often it has to hear of a stop: one that wants two bad answers gets them, and another one may have asked between. */
const TELLINGS = 3;
/** From the last answer until nothing more is sent. */
const HEARD_MS = 250;
/** Nobody is waited for longer. */
const LEAVE_MS = 3000;

/** Always the same key: however often it is written, it is one file. */
const PROBE_KEY = "readiness/probe.txt";

type PartState = "ok" | "failing" | "starting" | "stopping";

interface ReadinessAnswer {
  isReady: boolean;
  /** The parts and their states, without reasons: those are in the log. */
  parts: Record<string, PartState>;
}

/** Whether this process can do its work now, part by part. */
export interface Readiness {
  /** All who ask within two seconds share one check; its cost does not grow with the number of callers. */
  check(): Promise<ReadinessAnswer>;
  /** The process has started the jobs. */
  jobsStarted(): void;
  /**
   * The process is on its way out: no new work. Resolves when a balancer that asked a moment ago has been told so often
   * enough to send nothing more, at once where nobody asked: until then requests are answered as ever.
   */
  stopping(): Promise<void>;
}

type Reason = string | null;

/** `now` counts milliseconds. A part's reason is logged when it begins to fail and when the reason changes. */
export function createReadiness(services: {
  db: Kysely<DB>;
  media: MediaStore;
  log: Logger;
  now?: () => number;
  patienceMs?: number;
  leaveMs?: number;
}): Readiness {
  const { db, media, log, now = () => performance.now() } = services;
  const { patienceMs = PATIENCE_MS, leaveMs = LEAVE_MS } = services;
  let jobs: PartState = "starting";
  let isStopping = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let tellings = 0;
  const heard = Promise.withResolvers<void>();
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

  /** The kept result, or that of the one check under way. */
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
    async stopping() {
      const isAsked = now() - askedAt < LISTENS_MS;
      isStopping = true;
      if (!isAsked) return;
      const timer = setTimeout(heard.resolve, leaveMs);
      await heard.promise;
      clearTimeout(timer);
    },
    async check() {
      askedAt = now();
      if (isStopping) tellings += 1;
      if (tellings === TELLINGS) setTimeout(heard.resolve, HEARD_MS);
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
 * Asks one part: null when it works, else why not; one that does not answer in time does not work. While an earlier
 * question is still without an answer no second one is asked, so that a part that hangs is not asked ever more often.
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
