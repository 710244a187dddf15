import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryExecutorProvider,
  type QueryResult,
  sql,
} from "kysely";
import { QueryCompiler } from "./query-compiler.ts";
import type { DB } from "./schema.ts";

/** Placeholder of a value given per call. */
class Placeholder<Type> {
  /** For the compiler only. */
  declare readonly type: Type;
}

/** Such as `{ username: parameter<string>() }`. */
export function parameter<Type>(): Placeholder<Type> {
  return new Placeholder<Type>();
}

const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  },
});

/** Prepared statements by text. */
export const statementNames = new Map<string, string>();

/**
 * Compiled once and prepared per connection: six times the throughput. `build` gets an expression per
 * parameter (docs/product.md, 11.1).
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

/** Built anew, but parsed and planned once per connection: where few texts exist. */
export async function runPrepared<Row>(db: Kysely<DB>, query: Compilable<Row>): Promise<QueryResult<Row>> {
  const compiled = query.compile();
  if (!statementNames.has(compiled.sql)) statementNames.set(compiled.sql, `built-${statementNames.size}`);
  return await db.executeQuery(compiled);
}
