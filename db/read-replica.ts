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

/** What is read may be told apart from what decides; the second never comes here. */
export interface ReadReplica {
  /**
   * Reads from the replica while that is provably fresh, and from the primary otherwise; what fails on the replica is asked
   * of the primary at once. It neither writes nor opens transactions.
   */
  db: Kysely<DB>;
  /** The moment (performance.now) before which everything that was committed is provably on the replica, too. */
  freshAsOf(): number;
  state(): ReplicaState;
  /** How many queries the replica answered, and how many the primary in its place. */
  readonly counts: { replica: number; primary: number };
  stop(): Promise<void>;
}

const HOME = "(select system_identifier from pg_control_system()) || '/' || current_database()";

/** Somebody wrote by the handle that only reads: a fault of ours. */
export class ReadOnlyHandle extends Error {
  override name = "ReadOnlyHandle";
}

/** Opens a replica beside the primary; returns at once, whether it can be reached or not. */
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
  /** Which database of which server the primary's is; a replica's is the same. */
  let home: string | undefined;
  const watch = watchReplica({
    // By pools of their own: readers that wait for a connection do not delay a proof.
    askPrimary: async () => {
      const { rows } = await primaryProofs.query<{ place: string; home: string }>(
        // Also what was committed without waiting for the disk stands before that.
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
    // Whoever was asked in vain does not work on for nobody.
    statementTimeoutMs: QUERY_PATIENCE_MS,
  });
  // Also of connections that nobody uses: a server that was started again, or another one behind the same address, may have
  // less than was proven.
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
          // The primary says whether the query itself is wrong.
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

/** Texts that were looked at; each query of ours is one. */
const readingTexts = new Set<string>();
const READING_TEXTS_MAXIMUM = 2000;
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;
const READS = /^\s*\(*\s*(select|with|values)\b/i;
const WRITES =
  /\b(insert|update|delete|merge|truncate|create|alter|drop|grant|lock|call|copy|nextval|setval|notify|pg_notify|pg_advisory\w*|pg_try_advisory\w*)\b|\bfor\s+(key\s+)?share\b/i;

/** While the replica is left out the primary answers, which would do what it is told: so the text itself is looked at. */
function requireReading(text: string): void {
  if (readingTexts.has(text)) return;
  const bare = text.replace(QUOTED, "''");
  if (!READS.test(bare) || WRITES.test(bare))
    throw new ReadOnlyHandle(`the handle for reading does not write: ${text.slice(0, 60)}`);
  if (readingTexts.size >= READING_TEXTS_MAXIMUM) readingTexts.clear();
  readingTexts.add(text);
}

/** A function that writes, which the text does not show. */
function isRefusedWrite(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006";
}

/** The server is away or hangs; one query that its recovery has cancelled says nothing of the next. */
function isLost(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof Error && error.message === "Query read timeout");
}
