import type pg from "pg";

/** Of each table, the states that its rules allow, by "table state". */
export async function allowedStates(client: pg.Client): Promise<string[]> {
  const columns = await stateColumns(client);
  return columns.flatMap(({ name, states }) => states.map((state) => `${name} ${state}`)).sort();
}

/** The states that rows have now. */
export async function presentStates(client: pg.Client): Promise<string[]> {
  const columns = await stateColumns(client);
  const reads = columns.map(
    ({ name, table, column }) => `select distinct '${name} ' || ${column} as state from ${table}`,
  );
  const { rows } = await client.query<{ state: string }>(reads.join(" union all "));
  return rows.map(({ state }) => state);
}

interface StateColumn {
  /** As it is shown: without the schema of most tables. */
  name: string;
  table: string;
  column: string;
  states: string[];
}

async function stateColumns(client: pg.Client): Promise<StateColumn[]> {
  const { rows } = await client.query<{ table: string; column: string; rule: string }>(`
    select c.conrelid::regclass::text as table, a.attname as column, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and a.attname in ('status', 'state')
    order by 1, 2`);
  return rows.map(({ table, column, rule }) => {
    const states = [...rule.matchAll(/'([A-Z_]+)'/g)].map(([, state = ""]) => state);
    return { name: table, table, column, states };
  });
}
