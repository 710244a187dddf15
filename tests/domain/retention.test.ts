import { sql } from "kysely";
import { beforeEach, describe, expect } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { queueMail } from "../../app/domain/mails/outbox.server.ts";
import { handleProviderEvent, processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Retained } from "../../app/domain/retention/retention-table.ts";
import { RETENTION } from "../../app/domain/retention/retention-table.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { expireTips } from "../../app/domain/tips/drafts.server.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, REFUSED } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  draftTip,
  paymentOf,
  payTip,
  type TipWorld,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";

let database: TestDatabase;
let world: TipWorld;
let creator: Creator;

it.beforeAll(({ database: own }) => {
  database = own;
});
beforeEach(async () => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
});

const logged: object[] = [];
const log = { error: (fields: object) => void logged.push(fields) };
const sweep = () => sweepRetention({ ...world, log });

async function passDays(days: number): Promise<void> {
  world.time.passSeconds(days * DAY_SECONDS);
  await expireTips(world, world.clock());
  expect((await sweep()).failed).toEqual([]);
}

const tipsOf = (id: string | null) =>
  world.db
    .selectFrom("tips")
    .select(["status", "message"])
    .where("id", "=", id ?? "")
    .execute();

describe("the retention table", () => {
  it("the retention table names every column of every table once", async () => {
    const { rows } = await sql<{ name: string }>`
      select case table_schema when 'sandbox' then 'sandbox.' else '' end || table_name || '.' || column_name as name
      from information_schema.columns
      where table_schema in ('public', 'sandbox') and table_name not like 'kysely_%'`.execute(world.db);
    const named = RETENTION.flatMap(({ table, columns }) =>
      columns
        .trim()
        .split(/\s+/)
        .map((column) => `${table}.${column}`),
    );
    expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it("the retention table is what docs/retention.md says", async () => {
    await expect(documentOf(RETENTION)).toMatchFileSnapshot("../../docs/retention.md");
  });
});

describe("a tip that nobody pays", () => {
  it("a tip that nobody pays is deleted with its words two days after it ended, when nobody began to pay it", async () => {
    const draft = await draftTip(world, creator, { message: "Entwurf", email: "fan@example.org" });
    await passDays(1.1);
    expect(await tipsOf(draft)).toHaveLength(1);
    await passDays(2.1);
    expect(await tipsOf(draft)).toEqual([]);
  });

  it("a tip that nobody pays loses words, picture and address 30 days after it ended; amount, receiver and payment stay 13 months", async () => {
    const payment = await beginTip(world, creator, { message: "Nur begonnen", email: "fan@example.org" });
    await passDays(1.1);
    await passDays(29);
    expect(await tipsOf(payment.tip_id)).toEqual([{ status: "EXPIRED", message: "Nur begonnen" }]);
    await passDays(2);
    expect(await tipOf(world, payment)).toMatchObject({
      status: "EXPIRED",
      amount_minor: 50_00,
      creator_id: creator.id,
      sender_name: null,
      sender_email: null,
      message: null,
      image_id: null,
    });
    await passDays(364);
    expect((await paymentOf(world, payment.id)).amount_minor).toBe(50_00);
    await passDays(3);
    expect(await tipsOf(payment.tip_id)).toEqual([]);
    for (const table of ["payments", "payment_events"] as const) {
      const column = table === "payments" ? "id" : "payment_id";
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(column)} = ${payment.id}`.execute(world.db);
      expect(rows).toEqual([]);
    }
  });

  it("a tip that nobody paid is revived by money that arrives a year later: credited in full, without words", async () => {
    const payment = await beginTip(world, creator, { message: "Spät", email: "fan@example.org" });
    await passDays(1.1);
    await tell(world, payment, { state: "EXPIRED" });
    expect((await paymentOf(world, payment.id)).status).toBe("FAILED");
    await passDays(365);
    expect(await tell(world, payment, { state: "PAID" })).toBe("settled");
    expect(await tipOf(world, payment)).toMatchObject({
      status: "ACTIVE",
      message: null,
      sender_email: null,
    });
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    await passDays(500);
    expect(await tipsOf(payment.tip_id)).toHaveLength(1);
    await releaseDueFunds(world.db, world.clock());
    await expectCleanBooks(world.db, world.clock());
  });

  it("a tip that nobody has paid yet stays while its payment is under way at the bank", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_DD" });
    await tell(world, payment, { state: "PROCESSING" });
    await passDays(500);
    expect(await tipsOf(payment.tip_id)).toHaveLength(1);
  });
});

describe("money for a payment that is forgotten", () => {
  /** The job of a notice about a payment, as it runs for every provider. */
  async function notify(payment: { id: string; provider_ref: string | null }): Promise<string> {
    const id = world.newId();
    await world.db
      .insertInto("provider_webhook_events")
      .values({
        id,
        provider: "scripted",
        event_id: id,
        kind: "payment.paid",
        provider_ref: payment.provider_ref ?? "",
        payment_id: payment.id,
        received_at: world.clock(),
      })
      .execute();
    return await handleProviderEvent(world, id);
  }

  const suspense = async () => {
    const { rows } = await sql<{ kind: string; amount: number }>`
      select t.kind, m.amount_minor as amount from ledger_transaction t join ledger_transfer m on m.transaction_id = t.id
      join ledger_account a on a.id in (m.debit_account, m.credit_account) and a.code = 'suspense'
      order by t.id`.execute(world.db);
    return rows;
  };

  it("money for a payment that is forgotten is kept in suspense and given back, once, however often the provider reports it", async () => {
    const payment = await beginTip(world, creator);
    await passDays(1.1);
    await passDays(400);
    world.provider.change(payment.id, { state: "PAID" });
    world.provider.refundsBecome("PENDING");
    expect(await notify(payment)).toBe("stray_money_refunding");
    await expect(processRefund(world, payment.id)).rejects.toThrow("still under way");
    const kept = { kind: "inbound_suspense", amount: payment.charged_minor };
    expect(await suspense()).toEqual([kept]);
    world.provider.refundsBecome("DONE");
    expect([await notify(payment), await notify(payment)]).toEqual(Array(2).fill("unchanged"));
    await Promise.all([processRefund(world, payment.id), processRefund(world, payment.id)]);
    expect(await notify(payment)).toBe("unchanged");
    expect(await suspense()).toEqual([kept, { kind: "suspense_refunded", amount: payment.charged_minor }]);
    await expectCleanBooks(world.db, world.clock());
  });

  it("money for a payment that is forgotten stays in suspense for an operator when a bank asks for it, too", async () => {
    const payment = await beginTip(world, creator);
    await passDays(1.1);
    await passDays(400);
    const before = await suspense();
    const dispute = { disputeRef: "d-1", state: "OPEN" as const, amountMinor: payment.charged_minor };
    world.provider.change(payment.id, { state: "PAID", disputes: [dispute] });
    expect(await notify(payment)).toBe("stray_money_kept");
    expect(await suspense()).toHaveLength(before.length + 1);
    expect(world.provider.calls.filter((call) => call.startsWith("refund"))).toEqual([]);
  });

  it("news of a payment that is forgotten changes nothing when the provider took no money", async () => {
    const payment = await beginTip(world, creator);
    await passDays(1.1);
    await passDays(400);
    const before = await suspense();
    world.provider.change(payment.id, { state: "EXPIRED" });
    expect(await notify(payment)).toBe("unknown_payment");
    expect(await suspense()).toEqual(before);
  });
});

it("an account whose address nobody confirmed is deleted after 30 days with its document; others stay", async () => {
  const { db } = world;
  const at = world.clock();
  const [unconfirmed, confirmed, operator] = [world.newId(), world.newId(), world.newId()];
  for (const id of [unconfirmed, confirmed, operator]) {
    const email_verified_at = id === confirmed ? at : null;
    const role = id === operator ? ("ADMIN" as const) : ("CREATOR" as const);
    const account = {
      id,
      email: `${id}@example.org`,
      role,
      email_verified_at,
      created_at: at,
      updated_at: at,
    };
    await db.insertInto("users").values(account).execute();
    await db
      .insertInto("verification_documents")
      .values({
        ...{ id, user_id: id, kind: "mediafile_pass", content_type: "image/webp", byte_count: 1 },
        created_at: at,
      })
      .execute();
  }
  const left = async () => {
    const rows = await db
      .selectFrom("users as u")
      .innerJoin("verification_documents as d", "d.user_id", "u.id")
      .select("u.id")
      .where("u.id", "in", [unconfirmed, confirmed, operator])
      .execute();
    return rows.map(({ id }) => id).sort();
  };
  await passDays(29);
  expect(await left()).toHaveLength(3);
  await passDays(2);
  expect(await left()).toEqual([confirmed, operator].sort());
  const { rows } = await sql<{ ids: string[] }>`
    select data -> 'document_ids' as ids from pgboss.job where name = 'media.erase'`.execute(db);
  expect(rows.flatMap(({ ids }) => ids)).toContain(unconfirmed);
  // What was never submitted goes after a year.
  await passDays(340);
  expect(await left()).toEqual([]);
});

it("a mail that waits for the mail server stays, while those of thirty days ago go", async () => {
  const { db } = world;
  const queue = (dedupe_key: string) =>
    db.transaction().execute((trx) =>
      queueMail(trx, world, {
        ...{ dedupe_key, template: "creator_invitation", locale: "de", recipient: "ida@example.org" },
        ...{ user_id: null, params: { token_id: dedupe_key }, now: world.clock() },
      }),
    );
  const left = async () => {
    const rows = await db.selectFrom("mail_outbox").select("dedupe_key").orderBy("dedupe_key").execute();
    return rows.map(({ dedupe_key }) => dedupe_key).filter((key) => key.startsWith("waits:"));
  };
  await queue("waits:1");
  await passDays(29);
  await queue("waits:2");
  await passDays(0);
  expect(await left()).toEqual(["waits:1", "waits:2"]);
  await passDays(2);
  expect(await left()).toEqual(["waits:2"]);
});

it("what is kept of a refused registration is deleted after 15 minutes, with its document", async () => {
  const { db } = world;
  const document_id = world.newId();
  await db
    .insertInto("pending_registrations")
    .values({
      ...{ id: world.newId(), token_hash: Buffer.from(document_id), password_hash: "a hash" },
      ...{ document_id, content_type: "image/webp", byte_count: 1, created_at: world.clock() },
    })
    .execute();
  const left = () =>
    db.selectFrom("pending_registrations").select("id").where("document_id", "=", document_id).execute();
  world.time.passSeconds(14 * 60);
  await sweep();
  expect(await left()).toHaveLength(1);
  world.time.passSeconds(2 * 60);
  await sweep();
  expect(await left()).toEqual([]);
  const { rows } = await sql<{ ids: string[] }>`
    select data -> 'document_ids' as ids from pgboss.job where name = 'media.erase'`.execute(db);
  expect(rows.flatMap(({ ids }) => ids)).toContain(document_id);
});

it("the history of money that moved cannot be forgotten, by the job's function or by hand", async () => {
  const payment = await payTip(world, creator);
  await sql`select forget_unpaid_tips(array[${payment.tip_id}::uuid], 'infinity')`.execute(world.db);
  expect((await paymentOf(world, payment.id)).status).toBe("SUCCESS");
  const events = sql`delete from payment_events where payment_id = ${payment.id}`;
  await expect(events.execute(world.db)).rejects.toThrow(REFUSED.appendOnly);
});

it("a row that cannot be removed holds up no other, in this run or the next, and is logged", async () => {
  const bad = await draftTip(world, creator);
  const good = await draftTip(world, creator);
  await sql`
    create function keep_one_tip() returns trigger language plpgsql as $$
    begin
      if old.id = ${sql.lit(bad)}::uuid then raise exception 'this one stays'; end if;
      return old;
    end $$`.execute(world.db);
  await sql`
    create trigger keep_one_tip before delete on tips for each row execute function keep_one_tip()`.execute(
    world.db,
  );
  try {
    world.time.passSeconds(1.1 * DAY_SECONDS);
    await expireTips(world, world.clock());
    world.time.passSeconds(3 * DAY_SECONDS);
    logged.length = 0;
    const step = "drafts that nobody began to pay";
    const failed = [{ step, key: bad, error: "error: this one stays" }];
    expect((await sweep()).failed).toEqual(failed);
    expect(logged).toEqual(failed);
    expect([await tipsOf(bad), await tipsOf(good)].map((each) => each.length)).toEqual([1, 0]);
    const later = await draftTip(world, creator);
    world.time.passSeconds(1.1 * DAY_SECONDS);
    await expireTips(world, world.clock());
    world.time.passSeconds(3 * DAY_SECONDS);
    await sweep();
    expect(await tipsOf(later)).toEqual([]);
  } finally {
    await sql`drop function keep_one_tip cascade`.execute(world.db);
  }
  expect((await sweep()).failed).toEqual([]);
});

it("more than a batch of expired rows is deleted in one run", async () => {
  const past = new Date(world.clock().getTime() - 1000);
  await sql`
    insert into rate_limits (key, points, expire)
    select 'flood' || n, 1, ${past.getTime()} from generate_series(1, 1300) n`.execute(world.db);
  expect((await sweep()).ended.limits).toBe(1300);
});

/** The table as a page of the documentation; what is kept alike shares a row. */
function documentOf(table: readonly Retained[]): string {
  const rows = new Map<string, Map<string, string[]>>();
  for (const { table: name, columns, what, why, until, after_deletion: after } of table) {
    const parts = table.filter((each) => each.table === name);
    const isRest = parts.length > 1 && parts.at(-1)?.columns === columns;
    const named = isRest ? "the rest" : columns.trim().split(/\s+/).join(", ");
    const place = parts.length === 1 ? `\`${name}\`` : `\`${name}\` (${named})`;
    const left = typeof after === "string" ? after : after.stays;
    const empty = typeof after === "object" && after.empty ? `; emptied: ${after.empty.join(", ")}` : "";
    const kept = `${why} | ${until} | ${left}${empty}`;
    const same = rows.get(kept) ?? new Map<string, string[]>();
    same.set(what, [...(same.get(what) ?? []), place]);
    rows.set(kept, same);
  }
  const lines = [...rows].map(([kept, same]) => {
    const things = [...same].map(([what, places]) => `${places.join(", ")}: ${what}`);
    return `| ${things.join("; ")} | ${kept} |`;
  });
  return `# What is kept, why and how long

Written from \`app/domain/retention\` by \`npx vitest run --project domain tests/domain/retention.test.ts --update\`. The
job \`retention.sweep\` deletes hourly ("within the hour"). Times of drafts and unpaid tips count from their end, 24 hours after the last
change (\`tips.expire\`). pgboss keeps done jobs for 7 days: ids, and an address while a password mail is prepared, or what
was typed at /cancel, /withdraw and /monthly (\`series.asked\`). Backups keep what they hold (docs/operations.md).

| Where and what | Why | How long | After the account's deletion |
| --- | --- | --- | --- |
${lines.join("\n")}
`;
}
