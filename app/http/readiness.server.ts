import { type Kysely, sql } from "kysely";
import { isMigrated } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import type { MediaStore } from "../domain/media/media-store.ts";

const PATIENCE_MS = 1000;

/** Whether this process can do its work now, part by part. */
export interface Readiness {
  check(): Promise<{ isReady: boolean; parts: Record<string, "ok" | string> }>;
  /** The jobs have been started; told by the process. */
  jobsStarted(): void;
  /** The process is on its way out: no new work. */
  stopping(): void;
}

export function createReadiness(parts: { db: Kysely<DB>; media: MediaStore }): Readiness {
  let jobs = "starting";
  let isStopping = false;
  return {
    jobsStarted() {
      jobs = "ok";
    },
    stopping() {
      isStopping = true;
    },
    async check() {
      const [database, migrations, storage] = await Promise.all([
        tell(async () => void (await sql`select 1`.execute(parts.db))),
        tell(async () => {
          if (!(await isMigrated(parts.db))) throw new Error("migrations are missing");
        }),
        tell(async () => {
          await parts.media.put("readiness/probe.txt", Buffer.from("ok"));
        }),
      ]);
      const told = { database, migrations, jobs, storage, process: isStopping ? "stopping" : "ok" };
      return { isReady: Object.values(told).every((state) => state === "ok"), parts: told };
    },
  };
}

/** "ok", or in a few words what is wrong; whoever does not answer in a second is not ready. */
async function tell(probe: () => Promise<void>): Promise<string> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
  try {
    await Promise.race([probe(), tooLate]);
    return "ok";
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 100) : "failed";
  } finally {
    clearTimeout(timer);
  }
}
