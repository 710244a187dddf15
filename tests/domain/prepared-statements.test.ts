import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import { createDatabase } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { testAlone as it } from "../support/domain-test.ts";

const TIMES = 5;

/** One connection of the product's own, to which prepared statements belong. */
async function withOneConnection(url: string, act: (db: Kysely<DB>) => Promise<void>): Promise<void> {
  const db = createDatabase(url, { max: 1 });
  try {
    await act(db);
  } finally {
    await db.destroy();
  }
}

async function preparedTexts(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

it("prepares a statement that comes often, and no rare one", async ({ database }) => {
  await withOneConnection(database.url, async (db) => {
    for (let time = 0; time < TIMES; time += 1) await sql`select ${time}::int as often`.execute(db);
    await sql`select ${1}::int as rare`.execute(db);
    const texts = await preparedTexts(db);
    expect(texts).toContain("select $1::int as often");
    expect(texts).not.toContain("select $1::int as rare");
  });
});

it("runs statements of all columns after a table grows", async ({ database }) => {
  await withOneConnection(database.url, async (db) => {
    const read = () => db.selectFrom("countries").selectAll().where("id", ">", 0).executeTakeFirstOrThrow();
    for (let time = 0; time < TIMES; time += 1) await read();
    await sql`alter table countries add column later text`.execute(db);
    expect(await read()).toHaveProperty("later", null);
  });
});

it("prepares no statement of an index that holds for some rows", async ({ database }) => {
  await withOneConnection(database.url, async (db) => {
    await sql`create table marks (id int, kind text)`.execute(db);
    await sql`create unique index marks_of_tips on marks (id) where kind = 'TIP'`.execute(db);
    const mark = (id: number) =>
      sql`insert into marks (id, kind) values (${id}, ${"TIP"}) on conflict (id) where kind = 'TIP' do nothing`.execute(
        db,
      );
    for (let time = 0; time < 2 * TIMES; time += 1) await mark(1);
    expect((await preparedTexts(db)).filter((text) => text.includes("marks"))).toEqual([]);
  });
});
