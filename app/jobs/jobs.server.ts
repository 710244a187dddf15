import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { DB } from "../../db/schema.ts";
import type { Jobs } from "../domain/jobs.ts";

type Connection = ReturnType<typeof fromKysely>;

/**
 * Only sends (app/jobs/schedule.server.ts works). Uses the caller's connection: a second one per transaction
 * could exhaust the pool and deadlock.
 */
export function createJobs(db: Kysely<DB>): Jobs {
  const pool = fromKysely(db);
  const caller = new AsyncLocalStorage<Connection>();
  const connection: Connection = {
    executeSql: (text, values) => (caller.getStore() ?? pool).executeSql(text, values),
  };
  const sender = new PgBoss({ db: connection, supervise: false, schedule: false, migrate: false });
  return {
    async enqueue(trx, name, data, startAfter) {
      const own = fromKysely(trx);
      const options = { db: own, ...(startAfter ? { startAfter } : {}) };
      await caller.run(own, () => sender.send(name, data, options));
    },
  };
}
