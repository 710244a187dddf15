import pg from "pg";
import { listTables } from "../../../scripts/backup/tables.ts";

/** Copies every row for which the earlier schema has a table, as far as it has its columns. */
export async function copyRows(from: string, to: string): Promise<void> {
  const [source, target] = [from, to].map((url) => new pg.Client({ connectionString: url }));
  if (!source || !target) throw new Error("a database to read and one to write");
  await Promise.all([source.connect(), target.connect()]);
  try {
    const known = new Map((await listTables(source)).map((table) => [table.name, table.columns]));
    // The earlier one has no queue yet.
    const tables = (await listTables(target)).filter(
      ({ name, columns }) => known.has(name) && columns.length > 0,
    );
    for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`);
    for (const { name } of tables.toReversed()) await target.query(`delete from ${name}`);
    for (const { name, columns } of tables) {
      const shared = columns.filter((column) => known.get(name)?.includes(column)).join(", ");
      // Ranks of weeks came with the mark of who is listed.
      const isWithoutWeeks = /leaderboard_totals/.test(name) && !columns.includes("is_listed");
      const { rows } = await source.query(
        `select coalesce(jsonb_agg(t), '[]')::text as rows from ${name} t ${isWithoutWeeks ? "where period <> 'WEEK'" : ""}`,
      );
      await target.query(
        `insert into ${name} (${shared}) overriding system value
         select ${shared} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [rows[0]?.rows],
      );
    }
    for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`);
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}
