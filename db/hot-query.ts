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

/** Replaced by a value per call. */
class Placeholder<Type> {
  declare readonly type: Type;
}

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

export const statementNames = new Map<string, string>();

/** Compiled once and prepared per connection: six times the throughput (docs/product.md, 11.1). */
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

/** Bounds what each connection keeps. */
const NAMES_MAXIMUM = 400;
const OFTEN = 3;

const PREPARED = /^\s*(?:select|with|insert|update|delete)\b/i;
/** Such an index must match a constant. */
const OF_PARTIAL_INDEX = /on conflict\s*\([^)]*\)\s*where/i;

/** Hot texts and frequent ones; undefined: unprepared. */
export function createStatementNames(): (text: string) => string | undefined {
  const often = new Map<string, string>();
  const seen = new Map<string, number>();
  return (text) => {
    const known = statementNames.get(text) ?? often.get(text);
    if (known !== undefined || often.size >= NAMES_MAXIMUM) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < OFTEN) {
      if (seen.size >= NAMES_MAXIMUM) seen.clear();
      seen.set(text, times);
      return undefined;
    }
    if (!PREPARED.test(text) || OF_PARTIAL_INDEX.test(text) || hasAllFields(text)) return undefined;
    seen.delete(text);
    const name = `often-${often.size}`;
    often.set(text, name);
    return name;
  };
}

/** `*`: fields may grow under an open process, which a prepared answer refuses. */
function hasAllFields(text: string): boolean {
  let [outside, before] = [text, ""];
  while (outside !== before) {
    before = outside;
    outside = outside.replaceAll(/\([^()]*\)/g, "");
  }
  return outside.includes("*");
}
