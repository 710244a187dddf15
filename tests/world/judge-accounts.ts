import type pg from "pg";
import type { World } from "./world-state.ts";

/** Nothing of the product's tables names an address whose account was deleted. */
export async function judgeDeleted({ control, deleted }: World): Promise<string[]> {
  if (deleted.length === 0) return [];
  const ids = deleted.map(({ id }) => id);
  const { rows: sessions } = await control.query("select from sessions where user_id = any($1::uuid[])", [
    ids,
  ]);
  const faults = sessions.map(() => "a deleted account has a session");
  for (const table of await tables(control)) {
    for (const { email } of deleted) {
      const { rows } = await control.query<{ row: string }>(
        `select t::text as row from ${table} t where strpos(t::text, $1) > 0 limit 1`,
        [email],
      );
      if (rows[0]) faults.push(`${email} was deleted and is in ${table}: ${rows[0].row.slice(0, 200)}`);
    }
  }
  return faults;
}

/** Each picture that a row names is in the store, and nothing else is. */
export async function judgePictures({ control, store }: World): Promise<string[]> {
  const { rows } = await control.query<{ id: string; is_used: boolean }>(`
    select id, exists (select from users u where u.avatar_id = m.id) as is_used from media_files m`);
  const known = new Set(rows.map(({ id }) => id));
  const stored = new Set([...store.files.keys()].map((key) => key.split("/")[0] ?? ""));
  return [
    ...[...stored].filter((id) => !known.has(id)).map((id) => `picture ${id} is stored, and no row names it`),
    ...rows.filter(({ id, is_used }) => is_used && !stored.has(id)).map(({ id }) => `picture ${id} is lost`),
  ];
}

async function tables(control: pg.Client): Promise<string[]> {
  const { rows } = await control.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'sandbox', 'pgboss') order by 1`);
  return rows.map(({ name }) => name);
}
