import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import { createPool, type Statements } from "./index.ts";
import { CONNECTION_PATIENCE_MS, PROOF_PATIENCE_MS, QUERY_PATIENCE_MS } from "./replica-rules.ts";
import { type ReplicaState, type ReplicaWatch, watchReplica } from "./replica-watch.ts";
import type { DB } from "./schema.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

/** For reads that decide nothing. */
export interface ReadReplica {
  db: Kysely<DB>;
  /** By performance.now: everything committed before is on the replica. */
  freshAsOf(): number;
  state(): ReplicaState;
  readonly counts: { replica: number; primary: number };
  stop(): Promise<void>;
}

const HOME = "(select system_identifier from pg_control_system()) || '/' || current_database()";

/** A write through this handle is a fault of ours. */
export class ReadOnlyHandle extends Error {
  override name = "ReadOnlyHandle";
}

export function openReadReplica(options: {
  primary: Kysely<DB>;
  primaryUrl: string;
  readUrl: string;
  max: number;
  statements: Statements;
  onChange: (state: ReplicaState, error: unknown) => void;
}): ReadReplica {
  const { primary, primaryUrl, readUrl, max, statements, onChange } = options;
  const proofs = {
    ...{ max: 1, statements, applicationName: "tribute-replica-proofs" },
    ...{ patienceMs: PROOF_PATIENCE_MS, queryPatienceMs: PROOF_PATIENCE_MS },
  };
  const [primaryProofs, replicaProofs] = [createPool(primaryUrl, proofs), createPool(readUrl, proofs)];
  /** A replica has the same system identifier. */
  let home: string | undefined;
  const watch = watchReplica({
    // Own pools: waiting readers do not delay proofs.
    askPrimary: async () => {
      const { rows } = await primaryProofs.query<{ place: string; home: string }>(
        // Includes asynchronous commits.
        `select pg_current_wal_insert_lsn()::text as place, ${HOME} as home`,
      );
      home = rows[0]?.home;
      return rows[0]?.place ?? null;
    },
    askReplica: async () => {
      const { rows } = await replicaProofs.query<{ is_replica: boolean; place: string | null; home: string }>(
        `select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as place, ${HOME} as home`,
      );
      return rows[0]?.home === home && rows[0] ? rows[0] : { is_replica: false, place: null };
    },
    onChange,
  });
  const pool = createPool(readUrl, {
    ...{ max, statements, applicationName: "tribute-readers" },
    ...{ patienceMs: CONNECTION_PATIENCE_MS, queryPatienceMs: QUERY_PATIENCE_MS },
    // An abandoned query must not go on.
    statementTimeoutMs: QUERY_PATIENCE_MS,
  });
  // Idle connections too: a restarted or exchanged server may have less than proven.
  for (const each of [pool, replicaProofs]) each.on("error", () => watch.leaveOut());
  const counts = { replica: 0, primary: 0 };
  return {
    db: readingHandle({ primary, pool, watch, counts }),
    freshAsOf: watch.freshAsOf,
    state: watch.state,
    counts,
    async stop() {
      await watch.stop();
      await Promise.all([pool, primaryProofs, replicaProofs].map((each) => each.end()));
    },
  };
}

function readingHandle({
  primary,
  pool,
  watch,
  counts,
}: {
  primary: Kysely<DB>;
  pool: pg.Pool;
  watch: ReplicaWatch;
  counts: ReadReplica["counts"];
}): Kysely<DB> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      requireReading(query.sql);
      if (watch.mayBeRead()) {
        try {
          const { rows } = await pool.query(query.sql, [...query.parameters]);
          counts.replica += 1;
          return { rows };
        } catch (error) {
          if (isRefusedWrite(error)) throw error;
          // The primary decides whether the query is wrong.
          if (isLost(error)) watch.leaveOut();
        }
      }
      counts.primary += 1;
      return await primary.executeQuery<Row>({ ...query, query: query.query });
    },
    streamQuery() {
      throw new ReadOnlyHandle("the handle for reading gives whole answers");
    },
  };
  const refuse = async () => {
    throw new ReadOnlyHandle("the handle for reading opens no transactions");
  };
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => connection,
        releaseConnection: async () => undefined,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        destroy: async () => undefined,
      }),
    },
  });
}

const readingTexts = new Set<string>();
const READING_TEXTS_MAXIMUM = 2000;
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;
const READS = /^\s*\(*\s*(select|with|values)\b/i;
const WRITES =
  /\b(insert|update|delete|merge|truncate|create|alter|drop|grant|lock|call|copy|nextval|setval|notify|pg_notify|pg_advisory\w*|pg_try_advisory\w*)\b|\bfor\s+(key\s+)?share\b/i;

/** The primary would execute writes, so the text is checked. */
function requireReading(text: string): void {
  if (readingTexts.has(text)) return;
  const bare = text.replace(QUOTED, "''");
  if (!READS.test(bare) || WRITES.test(bare))
    throw new ReadOnlyHandle(`the handle for reading does not write: ${text.slice(0, 60)}`);
  if (readingTexts.size >= READING_TEXTS_MAXIMUM) readingTexts.clear();
  readingTexts.add(text);
}

/** A writing function is not visible in the text. */
function isRefusedWrite(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006";
}

/** Recovery may cancel a query. */
function isLost(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof Error && error.message === "Query read timeout");
}
