import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { z } from "zod";
import type { DB } from "../../db/schema.ts";

/** A statement as the product sends it. */
interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** What its transaction had set before. */
  settings: readonly string[];
}

/** How PostgreSQL answers a read: the same for each of its statements, one after the other. */
export interface PlanFacts {
  /** Kinds of nodes with what they read, such as "Limit(Index Scan tips_pkey)". */
  shape: string;
  /** The indexes that are read, and the tables that are read without one. */
  indexes: string;
  /** 8 KB blocks that were looked at, wherever they lay. */
  buffers: number;
  ms: number;
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Index Name"?: string | undefined;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Shared Hit Blocks": z.number(),
  "Shared Read Blocks": z.number(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
const answerSchema = z.tuple([
  z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: nodeSchema, "Execution Time": z.number() })]) }),
]);

const RUNS = 7;

/** Runs a read of the product once, and then each statement that it sent several times under EXPLAIN. */
export async function explainRead(
  pool: pg.Pool,
  read: (db: Kysely<DB>) => Promise<unknown>,
): Promise<PlanFacts> {
  const statements: Statement[] = [];
  let settings: readonly string[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      if (/^set local\b/i.test(query.sql)) settings = [...settings, query.sql];
      else if (/^(?:commit|rollback)$/i.test(query.sql)) settings = [];
      // A transaction's begin and end have no plan.
      else if (!/^(?:start|begin|rollback|savepoint|set)\b/i.test(query.sql))
        statements.push({ ...query, settings });
    },
  });
  await read(db);
  const facts: PlanFacts[] = [];
  for (const statement of statements) facts.push(await explain(pool, statement));
  return {
    shape: facts.map(({ shape }) => shape).join("; "),
    indexes: [...new Set(facts.flatMap(({ indexes }) => indexes.split(" ")))].sort().join(" "),
    buffers: facts.reduce((total, { buffers }) => total + buffers, 0),
    ms: facts.reduce((total, { ms }) => total + ms, 0),
  };
}

async function explain(pool: pg.Pool, { sql, parameters, settings }: Statement): Promise<PlanFacts> {
  const runs: PlanFacts[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const rows = await askUnder(pool, settings, `explain (analyze, buffers, format json) ${sql}`, parameters);
    const [answer] = answerSchema.parse(rows);
    const { Plan: plan, "Execution Time": ms } = answer["QUERY PLAN"][0];
    const buffers = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    runs.push({ shape: shapeOf(plan), indexes: indexesOf(plan).join(" "), buffers, ms });
  }
  // The first ones also warm up; the middle of the times is what counts.
  const last = runs.at(-1) ?? { shape: "", indexes: "", buffers: 0, ms: 0 };
  const times = runs.map((run) => run.ms).sort((a, b) => a - b);
  return { ...last, ms: times[Math.floor(times.length / 2)] ?? 0 };
}

/** Asks on the settings of the transaction that the product asks in. */
async function askUnder(
  pool: pg.Pool,
  settings: readonly string[],
  sql: string,
  parameters: readonly unknown[],
): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    await client.query(["begin", ...settings].join(";"));
    const { rows } = await client.query<Record<string, unknown>>(sql, [...parameters]);
    await client.query("rollback");
    return rows;
  } finally {
    client.release();
  }
}

function shapeOf(node: PlanNode): string {
  // It only remembers what the node below it has answered; whether it is worth that is the planner's guess of the day.
  if (node["Node Type"] === "Memoize" && node.Plans?.[0]) return shapeOf(node.Plans[0]);
  const about = node["Index Name"] ?? node["Relation Name"];
  const children = (node.Plans ?? []).map(shapeOf).join(", ");
  return `${node["Node Type"]}${about ? ` ${about}` : ""}${children ? `(${children})` : ""}`;
}

function indexesOf(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(indexesOf);
  // What a bitmap names is the table; the index stands below it.
  const own =
    node["Index Name"] ?? (node["Node Type"] === "Bitmap Heap Scan" ? undefined : node["Relation Name"]);
  return own === undefined ? below : [own, ...below];
}
