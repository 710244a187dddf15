import { Kysely } from "kysely";
import pg from "pg";
import { statementNames } from "./hot-query.ts";
import { Dialect } from "./query-compiler.ts";
import type { DB } from "./schema.ts";

const INT8 = 20;
const DATE = 1082;

/** int8 holds minor units and counts; one that JavaScript cannot hold exactly is a fault, never rounded. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 outside the safe range: ${text}`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === INT8) return parseInt8;
    // A calendar day has no time zone: it stays "2026-11-21".
    if (oid === DATE) return (text: string) => text;
    return format === "binary" ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid);
  },
};

/**
 * How statements go out: hot queries by name, so that each connection parses and plans them once; or none by name, where a
 * pooler lends another connection to each transaction, which knows nothing of what the last one prepared.
 */
export type Statements = "named" | "unnamed";

function nameHotQueries(client: pg.PoolClient): void {
  const query = client.query;
  const named = (...call: unknown[]): unknown => {
    const [text, values, ...rest] = call;
    const name = typeof text === "string" ? statementNames.get(text) : undefined;
    return Reflect.apply(query, client, name ? [{ name, text, values }, ...rest] : call);
  };
  Object.defineProperty(client, "query", { value: named });
}

/** Also those that others name, as the limits' own library does. */
function unnameQueries(client: pg.PoolClient): void {
  const query = client.query;
  const unnamed = (...call: unknown[]): unknown => {
    const [config, ...rest] = call;
    if (!isNamed(config)) return Reflect.apply(query, client, call);
    const { name: _, ...nameless } = config;
    return Reflect.apply(query, client, [nameless, ...rest]);
  };
  Object.defineProperty(client, "query", { value: unnamed });
}

/** A statement as an object with its name. */
function isNamed(config: unknown): config is { text: string; name: string } {
  return (
    typeof config === "object" &&
    config !== null &&
    "name" in config &&
    "text" in config &&
    typeof config.text === "string"
  );
}

interface PoolOptions {
  max?: number;
  applicationName?: string;
  /** How long to wait for a connection that is free. */
  patienceMs?: number;
  /** How long to wait for an answer; without a number as long as it takes. */
  queryPatienceMs?: number;
  /** The server ends a statement by itself after so long; a pooler before it has to let this setting pass. */
  statementTimeoutMs?: number;
  statements?: Statements;
}

/** A pool for any PostgreSQL 15 or later. */
export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    // Whoever cannot have a connection in this time is told to come again, instead of waiting in a growing queue.
    connectionTimeoutMillis: options.patienceMs ?? 5000,
    application_name: options.applicationName ?? "tribute",
    ...(options.queryPatienceMs === undefined ? {} : { query_timeout: options.queryPatienceMs }),
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
    types,
  });
  // An idle connection that breaks (a restarted server) is replaced by the pool; without a listener it ends the process.
  pool.on("error", () => undefined);
  pool.on("connect", options.statements === "unnamed" ? unnameQueries : nameHotQueries);
  // One that breaks while it is lent out and idle, in the middle of a transaction, fails its next query.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** The typed door to the database. `destroy()` closes its pool. */
export function createDatabase(url: string, options: PoolOptions = {}): Kysely<DB> {
  const pool = createPool(url, options);
  return new Kysely<DB>({ dialect: new Dialect({ pool }) });
}
