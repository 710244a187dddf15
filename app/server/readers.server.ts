import type { Kysely } from "kysely";
import { openReadReplica, type ReadReplica } from "../../db/read-replica.ts";
import type { DB } from "../../db/schema.ts";
import type { Config } from "./config.server.ts";
import type { Logger } from "./log.server.ts";

/** Logs when the replica is left out and used again; null without one. */
export function openReaders(
  config: Config,
  { db, databaseUrl, log }: { db: Kysely<DB>; databaseUrl: string; log: Logger },
): ReadReplica | null {
  const { DATABASE_READ_URL: readUrl, DATABASE_POOL: max, DATABASE_STATEMENTS: statements } = config;
  if (!readUrl) return null;
  return openReadReplica({
    ...{ primary: db, primaryUrl: databaseUrl, readUrl, max, statements },
    onChange: (state, error) =>
      state === "fresh"
        ? log.info("the replica is read")
        : log.warn(
            { state, ...(error === null ? {} : { error: String(error) }) },
            "the replica is left out: the primary is read",
          ),
  });
}
