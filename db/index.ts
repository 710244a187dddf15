import { Kysely } from "kysely";
import pg from "pg";
import { createStatementNames, statementNames } from "./hot-query.ts";
import { Dialect } from "./query-compiler.ts";
import type { DB } from "./schema.ts";

const INT8 = 20;
const DATE = 1082;

/** Throws beyond JavaScript's integers; never rounds. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 outside the safe range: ${text}`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === INT8) return parseInt8;
    // A date has no time zone.
    if (oid === DATE) return (text: string) => text;
    return format === "binary" ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid);
  },
};

/** Named: prepared once per connection. Unnamed for poolers that change connections between transactions. */
export type Statements = "named" | "unnamed";

/** Without values a text may hold several statements, so only hot ones are prepared. */
function nameQueries(): (client: pg.PoolClient) => void {
  const nameOf = createStatementNames();
  return (client) => {
    const query = client.query;
    const named = (...call: unknown[]): unknown => {
      const [text, values, ...rest] = call;
      const hasValues = Array.isArray(values) && values.length > 0;
      const name =
        typeof text === "string" ? (hasValues ? nameOf(text) : statementNames.get(text)) : undefined;
      return Reflect.apply(query, client, name ? [{ name, text, values }, ...rest] : call);
    };
    Object.defineProperty(client, "query", { value: named });
  };
}

/** Also those of libraries. */
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
  patienceMs?: number;
  /** Unlimited without a number. */
  queryPatienceMs?: number;
  /** By the server; a pooler must pass this setting. */
  statementTimeoutMs?: number;
  statements?: Statements;
}

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    // Then the caller gets a "retry later", instead of a growing queue.
    connectionTimeoutMillis: options.patienceMs ?? 5000,
    application_name: options.applicationName ?? "tribute",
    ...(options.queryPatienceMs === undefined ? {} : { query_timeout: options.queryPatienceMs }),
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
    types,
  });
  // Without a listener a broken idle connection ends the process; the pool replaces it.
  pool.on("error", () => undefined);
  pool.on("connect", options.statements === "unnamed" ? unnameQueries : nameQueries());
  // A connection that breaks inside a transaction fails its next query.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export function createDatabase(url: string, options: PoolOptions = {}): Kysely<DB> {
  const pool = createPool(url, options);
  return new Kysely<DB>({ dialect: new Dialect({ pool }) });
}
