import { type Kysely, sql } from "kysely";
import { afterAll, expect } from "vitest";
import { openReadReplica, ReadOnlyHandle, type ReadReplica } from "../../db/read-replica.ts";
import type { ReplicaState } from "../../db/replica-watch.ts";
import type { DB } from "../../db/schema.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";

// A read address that leads to the primary itself, and one that leads nowhere.

let database: TestDatabase;
const opened: ReadReplica[] = [];

test.beforeAll(({ database: own }) => {
  database = own;
});
afterAll(() => Promise.all(opened.map((each) => each.stop())));

function open(readUrl: string): { replica: ReadReplica; states: ReplicaState[] } {
  const states: ReplicaState[] = [];
  const replica = openReadReplica({
    ...{ primary: database.db, primaryUrl: database.url, readUrl, max: 2, statements: "named" },
    onChange: (state) => states.push(state),
  });
  opened.push(replica);
  return { replica, states };
}

test.for<[string, () => string, ReplicaState]>([
  ["the primary itself", () => database.url, "no_replica"],
  ["nobody", () => "postgresql://tribute@127.0.0.1:1/tribute", "unreachable"],
])("a read address of %s is left out, and the primary answers", async ([, url, state]) => {
  const { replica, states } = open(url());
  await eventually("it was looked at", () => states.length > 0);
  expect([replica.state(), states]).toEqual([state, [state]]);
  expect(await replica.db.selectFrom("countries").select("id").limit(1).execute()).toHaveLength(1);
  expect(replica.counts).toEqual({ replica: 0, primary: 1 });
});

test("the handle for reading writes nothing and opens no transaction, also where the primary answers", async () => {
  const { replica } = open(database.url);
  const reader: Kysely<DB> = replica.db;
  const writes = [
    () => reader.deleteFrom("countries").execute(),
    () => reader.updateTable("countries").set({ id: 1 }).execute(),
    () => reader.insertInto("rate_limits").values({ key: "a", points: 1, expire: 1 }).execute(),
    () => reader.selectFrom("countries").select("id").forUpdate().execute(),
    () => sql`with gone as (delete from countries returning id) select * from gone`.execute(reader),
    () => sql`select pg_notify('page_news', 'x')`.execute(reader),
    () => sql`truncate rate_limits`.execute(reader),
    () => reader.transaction().execute(async (trx) => await trx.deleteFrom("countries").execute()),
  ];
  for (const write of writes) await expect(write()).rejects.toBeInstanceOf(ReadOnlyHandle);
  // A word in a text or a name is none.
  const { rows } = await sql`select 'delete me' as "update"`.execute(reader);
  expect(rows).toEqual([{ update: "delete me" }]);
  expect(await database.db.selectFrom("countries").select("id").limit(1).execute()).toHaveLength(1);
});
