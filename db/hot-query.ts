import {
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryExecutorProvider,
  sql,
} from "kysely";
import { QueryCompiler } from "./query-compiler.ts";
import type { DB } from "./schema.ts";

/** Stands in a query for a value that each call gives. */
class Placeholder<Type> {
  /** Only for the compiler: what the value will be. */
  declare readonly type: Type;
}

/** Declares a parameter of a hot query, such as `{ username: parameter<string>() }`. */
export function parameter<Type>(): Placeholder<Type> {
  return new Placeholder<Type>();
}

/** Builds queries without a database behind it. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  },
});

/** The texts of hot queries and the names under which PostgreSQL keeps them prepared. */
export const statementNames = new Map<string, string>();

/**
 * A query of a hot page, or of settling: built and compiled once, at the start, and prepared by name on each connection
 * (docs/product.md, 11.1: six times the throughput of building it anew). `build` gets an expression for each parameter.
 */
export function hotQuery<Parameters extends Record<string, Placeholder<unknown>>, Row>(
  name: string,
  parameters: Parameters,
  build: (
    db: Kysely<DB>,
    given: <Name extends keyof Parameters>(name: Name) => Expression<Parameters[Name]["type"]>,
  ) => { compile(executor: QueryExecutorProvider): CompiledQuery<Row> },
): (db: Kysely<DB>, values: { [Name in keyof Parameters]: Parameters[Name]["type"] }) => Promise<Row[]> {
  const names = new Map<unknown, keyof Parameters>(
    Object.entries(parameters).map(([key, place]) => [place, key]),
  );
  const compiled = build(builder, (each) => sql`${parameters[each]}`).compile(builder);
  statementNames.set(compiled.sql, name);
  return async (db, values) => {
    const bound = compiled.parameters.map((each) => {
      const key = names.get(each);
      return key === undefined ? each : values[key];
    });
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: bound });
    return rows;
  };
}
