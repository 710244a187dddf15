import { type CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { expect } from "vitest";
import { z } from "zod";
import { getMoney } from "../../app/domain/payouts/requests/overview.server.ts";
import { readWeek } from "../../app/domain/statistics/statistics.server.ts";
import { findDraft } from "../../app/domain/tips/drafts.server.ts";
import { findPaymentResult } from "../../app/domain/tips/receipt.server.ts";
import { listInbox } from "../../app/domain/tips/received-tips.server.ts";
import { createPool } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { benchCreators, prepareTips } from "../bench/bench-database.ts";
import { test as it } from "../support/domain-test.ts";
import { createCreator, createTipWorld, payTip } from "../support/money/tip-world.ts";

// The statements of a whole tip, from its draft to result page and inbox, among the tips of others.

const OTHER_TIPS = 20_000;
const BUFFERS_MAXIMUM = 120;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Shared Hit Blocks"?: number | undefined;
  "Shared Read Blocks"?: number | undefined;
  Plans?: PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Shared Hit Blocks": z.number().optional(),
  "Shared Read Blocks": z.number().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
const planSchema = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: nodeSchema })]) })]);

/** What repeats an insert would be refused, so its plan alone is read. */
async function explain(pool: pg.Pool, { sql: text, parameters }: CompiledQuery): Promise<PlanNode> {
  const client = await pool.connect();
  try {
    const options = /\binsert\b/.test(text) ? "format json" : "analyze, buffers, format json";
    const ask = async (): Promise<unknown> => {
      await client.query("begin");
      const { rows } = await client.query(`explain (${options}) ${text}`, [...parameters]);
      await client.query("rollback");
      return rows;
    };
    // A new connection reads its catalogue first.
    await ask();
    const rows = await ask();
    return planSchema.parse(rows)[0]["QUERY PLAN"][0].Plan;
  } finally {
    client.release();
  }
}

const tablesReadWhole = (node: PlanNode): string[] => [
  ...(node["Node Type"] === "Seq Scan" && node["Relation Name"] ? [node["Relation Name"]] : []),
  ...(node.Plans ?? []).flatMap(tablesReadWhole),
];

it("each statement of a tip and of the inbox that shows it reads a few blocks by an index", async ({
  database,
}) => {
  const others = await benchCreators(database.db, 200);
  await prepareTips(database.db, OTHER_TIPS, others);
  const pool = createPool(database.url, { max: 4 });
  const sent: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  });
  const world = createTipWorld(db);
  const creator = await createCreator(world);
  await payTip(world, creator, { from: "Nora", message: "Danke!" });
  await sql`vacuum (analyze)`.execute(database.db);
  sent.length = 0;
  const tip = { from: "Jonas", message: "Weiter so!", email: "jonas@fans.example" };
  const { id, tip_id } = await payTip(world, creator, tip);
  await findDraft(db, tip_id ?? "", { username: creator.username });
  await findPaymentResult(db, id);
  await listInbox(db, creator.id, null);
  await getMoney(db, creator.id, "EUR");
  await readWeek(db, creator.id, "EUR", world.clock());
  const statements = sent.filter(({ sql: text }) => /^\s*(select|with|update|insert|delete)\b/.test(text));
  expect(statements.length).toBeGreaterThan(15);

  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples > 1000`.execute(database.db);
  const large = rows.map(({ name }) => name);
  expect(large).toEqual(expect.arrayContaining(["tips", "payments"]));
  for (const statement of statements) {
    const plan = await explain(pool, statement);
    expect(
      tablesReadWhole(plan).filter((name) => large.includes(name)),
      statement.sql,
    ).toEqual([]);
    const blocks = (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
    expect(blocks, statement.sql).toBeLessThan(BUFFERS_MAXIMUM);
  }
  await db.destroy();
});
