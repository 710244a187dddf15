import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { type RoundTrip, type WatchedDatabase, watchDatabase } from "../support/database/watched-database.ts";
import { eventually } from "../support/eventually.ts";
import { TYPED } from "../support/http/http-client.ts";
import { acceptLanguage, ask, formBody } from "../support/http/http-requests.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { type Product, startProduct, TEST_SECRETS } from "../support/http/product.ts";

// How often the product asks its database, seen between the two, and how PostgreSQL finds what it is asked for.

const QUERIES_OF_A_PAGE = 2;
const VISITS = 50;
const ROUND_TRIPS_TO_SETTLE = 10;

/** Tables that grow with the number of creators, tips or visitors. */
const LARGE = new Set([
  "users",
  "social_links",
  "tribute_items",
  "media_files",
  "tips",
  "tip_allocations",
  "daily_tip_totals",
  "monthly_tip_totals",
  "fan_totals",
  "leaderboard_totals",
  "leaderboard_ranks",
  "grouplist_ranks",
  "grouplists",
  "grouplist_users",
  "grouplist_totals",
  "vouchers",
  "payments",
  "payment_events",
  "provider_webhook_events",
  "refunds",
  "disputes",
  "ledger_account",
  "ledger_transaction",
  "ledger_transfer",
  "mail_outbox",
  "rate_limits",
]);

let database: DemoDatabase;
let watched: WatchedDatabase;
let product: Product;
let visited: { pages: Map<string, RoundTrip[]>; settling: RoundTrip[] };

beforeAll(async () => {
  database = await createDemoDatabase();
  watched = await watchDatabase(database.url);
  product = await startProduct(watched.url, {}, database);
  // The first one makes accounts and looks up the queues; from then on it is always the same.
  await giveTip();
  visited = await giveTip();
});

afterAll(async () => {
  await product?.stop();
  await watched?.close();
  await database?.drop();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(product.url + path, { headers: { ...acceptLanguage("de"), ...headers } });

async function post(path: string, fields: Record<string, string>): Promise<string> {
  const form = formBody(fields);
  const headers = { ...acceptLanguage("de"), ...form.headers };
  const answer = await ask(product.url + path, { method: "POST", headers, body: form.body });
  expect(answer.status).toBe(303);
  return answer.headers.location ?? "";
}

/** What was asked in visitors' names: not by the outside party that lives here, and not by the queue of jobs. */
function takeOurs(): RoundTrip[] {
  return watched
    .take()
    .filter(({ application, text }) => application === "tribute" && !/"sandbox"\./.test(text));
}

/** Every page on the way of a tip, asked for a second time: past the cache, and with its statements prepared. */
async function giveTip(): Promise<typeof visited> {
  const pages = new Map<string, RoundTrip[]>();
  const visit = async (name: string, path: string, headers: Record<string, string> = {}) => {
    expect((await get(path, headers)).status, name).toBe(200);
    let least: RoundTrip[] | null = null;
    // The product's own jobs may ask at the same moment: of several visits the one with the fewest queries counts.
    for (let visits = 0; visits < VISITS && (least?.length ?? 99) > QUERIES_OF_A_PAGE; visits += 1) {
      takeOurs();
      expect((await get(path, headers)).status, name).toBe(200);
      // Pages only read: a transaction at the same time is the outside party's. What is announced is read every few
      // seconds for all of them.
      const trips = takeOurs().filter(({ text }) => !/^(begin|commit)$|"notice_texts"/.test(text));
      if (least === null || trips.length < least.length) least = trips;
    }
    pages.set(name, least ?? []);
    return (await get(path, headers)).text;
  };
  await visit("home", "/?past=cache");
  await visit("later", "/faq?past=cache");
  await visit("profile", "/joerdis?past=cache");
  await visit("profile with an amount", "/joerdis/12.50?past=cache");
  await visit("leaderboard", "/leaderboard/creators?range=month");
  await visit("leaderboard of groups", "/leaderboard/grouplists?range=month");
  await visit("leaderboard of the past", "/leaderboard/creators?interval=week");
  await visit("a group's page", "/gl/nachtmus?creator=joerdis");
  await visit("voucher", "/voucher/25?past=cache");
  const bought = { choice: "25.00", currency: "EUR", email: "ida@fans.example", country: "DE" };
  const voucher = (await post("/voucher", bought)).replace(/\/payment$/, "");
  await visit("voucher's payment", `${voucher}/payment`);
  await post(`${voucher}/payment`, { type: "INETCASH_CC", pay_currency: "CHF" });
  await visit("voucher's summary", `${voucher}/summary`);
  const tip = (await post("/joerdis", { amount: "5" })).replace(/\/details$/, "");
  await visit("profile, come back to", `/joerdis?tip=${tip.split("/").at(-1)}`);
  await visit("details", `${tip}/details`);
  await post(`${tip}/details`, { name: "Ida", message: "Danke!" });
  await visit("payment", `${tip}/payment`);
  const choice = { type: "INETCASH_CC", country: "DE", pay_currency: "CHF", email: "ida@fans.example" };
  await post(`${tip}/payment`, choice);
  const summary = await visit("summary", `${tip}/summary`);
  const charged_minor = /name="charged_minor" value="(\d+)"/.exec(summary)?.[1] ?? "";
  const page = new URL(await post(`${tip}/summary`, { charged_minor })).pathname;
  takeOurs();
  const success = new URL(await post(page, TYPED.card)).pathname;
  const settling: RoundTrip[] = [];
  await eventually("the tip is settled, and its receipt is sent", () => {
    settling.push(...takeOurs());
    return ["provider_webhook_events", "mail_outbox"].every((table) =>
      settling.some(({ text }) => text.startsWith(`update "${table}"`)),
    );
  });
  const payer = createTokens(TEST_SECRETS.APP_SECRET).sign("paying-browser", success.split("/").at(-1) ?? "");
  const thanks = await visit("success", success, { Cookie: await sentCookie("paying", payer) });
  await visit("receipt", /\/receipt\/[\w-]+/.exec(thanks)?.[0] ?? "");
  await visit("failed", "/payment/failed");
  return { pages, settling };
}

/** The transaction of a settlement: from its begin to its commit, on its connection. */
function transactionOf(trips: readonly RoundTrip[]): RoundTrip[] {
  // The checks of the books read it, too.
  const posting = trips.find(({ text }) => /insert into "?ledger_transaction"?\b/.test(text));
  const line = trips.filter(({ connection }) => connection === posting?.connection);
  const place = posting ? line.indexOf(posting) : -1;
  const begin = line.findLastIndex(({ text }, index) => index < place && text === "begin");
  const commit = line.findIndex(({ text }, index) => index > place && text === "commit");
  expect([begin >= 0, commit > begin]).toEqual([true, true]);
  return line.slice(begin, commit + 1);
}

test("a page that a guest sees takes two queries at most", () => {
  const counts = [...visited.pages].map(([name, trips]) => `${trips.length} ${name}`);
  process.stdout.write(`Queries of pages: ${counts.join(", ")}\n`);
  for (const [name, trips] of visited.pages)
    expect(trips.length, `${name}: ${trips.map(({ text }) => text).join("\n")}`).toBeLessThanOrEqual(
      QUERIES_OF_A_PAGE,
    );
  expect(visited.pages.get("profile")?.length).toBe(1);
  expect(visited.pages.get("a group's page")?.length).toBe(1);
});

test("a tip is settled in ten round trips at most, begin and commit counted", () => {
  const transaction = transactionOf(visited.settling);
  process.stdout.write(`Round trips to settle: ${transaction.length}\n`);
  expect(transaction.length, transaction.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(
    ROUND_TRIPS_TO_SETTLE,
  );
});

test("no query of a page or a settlement reads a large table from end to end", async () => {
  const trips = [...[...visited.pages.values()].flat(), ...transactionOf(visited.settling)];
  const texts = new Set(trips.map(({ text }) => text).filter((text) => !/^(begin|commit)$/.test(text)));
  expect(texts.size).toBeGreaterThan(8);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const known = await client.query<{ relname: string }>(
      "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace",
    );
    expect(known.rows.map(({ relname }) => relname)).toEqual(expect.arrayContaining([...LARGE]));
    const partial = await client.query<{ name: string }>(
      "select indexrelid::regclass::text as name from pg_index where indpred is not null",
    );
    const partialIndexes = new Set(partial.rows.map(({ name }) => name));
    // So many creators and groups that reading all of them is dear.
    await client.query(`insert into users (id, email, username, status, created_at, updated_at)
      select gen_random_uuid(), 'm' || n || '@many.example', 'many-' || n, 'ACTIVE', now(), now()
      from generate_series(1, 5000) n`);
    await client.query(`insert into grouplists (id, slug, currency, status, invite_code, created_at, updated_at)
      select gen_random_uuid(), lpad(n::text, 8, 'x'), 'EUR', 'APPROVED', lpad(n::text, 16, 'x'), now(), now()
      from generate_series(1, 5000) n`);
    await client.query(`insert into grouplist_users (id, grouplist_id, creator_id, status, asked_at, joined_at)
      select gen_random_uuid(), g.id, u.id, 'OWNER', now(), now()
      from grouplists g, (select id from users where username = 'joerdis') u where g.slug like 'xxxx%'`);
    await client.query("analyze");
    // The demo's other tables are small; on large ones an index would be taken wherever there is one.
    for (const way of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`set enable_${way} = off`);
    await client.query("set plan_cache_mode = force_generic_plan");
    const scans: string[] = [];
    for (const text of texts) {
      const plan = await planOf(client, text);
      scans.push(...wholeScans(plan, partialIndexes).map((scan) => `${scan}: ${text}`));
    }
    expect(scans).toEqual([]);
  } finally {
    await client.end();
  }
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

async function planOf(client: pg.Client, text: string): Promise<PlanNode> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));
  const given = count === 0 ? "" : `(${Array.from({ length: count }, () => "null").join(", ")})`;
  await client.query(`prepare looked_at as ${text}`);
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (format json) execute looked_at${given}`,
  );
  await client.query("deallocate looked_at");
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error(`no plan for ${text}`);
  return plan;
}

/**
 * Where a plan reads all rows of a large table. A partial index may be read whole, and so may the first rows of an
 * ordered index: an unfiltered scan below a limit stops there.
 */
function wholeScans(node: PlanNode, partialIndexes: ReadonlySet<string>, parent?: PlanNode): string[] {
  const table = node["Relation Name"] ?? "";
  const isLimited = parent?.["Node Type"] === "Limit" && !node.Filter;
  const isWhole =
    node["Node Type"] === "Seq Scan" ||
    (/^Index (Only )?Scan/.test(node["Node Type"]) &&
      !node["Index Cond"] &&
      !isLimited &&
      !partialIndexes.has(node["Index Name"] ?? ""));
  const here = LARGE.has(table) && isWhole ? [`${node["Node Type"]} on ${table}`] : [];
  return [...here, ...(node.Plans ?? []).flatMap((child) => wholeScans(child, partialIndexes, node))];
}
