import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideRate, declineApproval } from "../../app/domain/approvals/approvals.server.ts";
import { keepRates, listHeldRates } from "../../app/domain/exchange-rates/rates.server.ts";
import { fetchBatchFile, makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markFailed, settle } from "../../app/domain/payouts/batches/transitions.server.ts";
import {
  decidePayoutData,
  findPayoutData,
} from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { type ApplicationRole, createApplicationRole } from "../support/database/application-role.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import {
  acceptPayoutData,
  approveAbout,
  batchUp,
  confirmNewData,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";

// What decides about money: the application's role may not change it but by the functions of the tables' owner.

const FORBIDDEN = { code: "42501" };
const REFUSED = { code: "23001" };

let database: TestDatabase;
let application: ApplicationRole;
/** With the application's rights. */
let world: PayoutWorld;
/** With the owner's, for what is made on the command line. */
let owner: PayoutWorld;
let [maker, checker]: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  application = await createApplicationRole(database);
  const rule = { second_operator_from_minor: 1_000_00 };
  world = withPayouts({ ...createTipWorld(application.db), ...rule });
  owner = withPayouts({ ...createTipWorld(database.db), ...rule });
  [maker, checker] = [await makeOperator(owner), await makeOperator(owner)];
});
afterAll(async () => {
  await expectCleanBooks(database.db, world.clock());
  await application.drop();
});

/** Of each: a change that would be worth something, by what was told of it. */
const PROTECTED: Readonly<Record<string, string>> = {
  "the account of payout data": "update payout_destinations set encrypted = ''",
  "the owner of payout data": "update payout_destinations set user_id = gen_random_uuid()",
  "the acceptance of payout data": "update payout_destinations set status = 'ACCEPTED'",
  "who looked at payout data": "update payout_destinations set confirmed_by = decided_by",
  "payout data that is accepted as it is entered":
    "insert into payout_destinations (id, user_id, encrypted, has_paxum, masked_account, created_at, status) values (gen_random_uuid(), gen_random_uuid(), '', false, '', now(), 'ACCEPTED')",
  "where a payout goes": "update payouts set details_id = gen_random_uuid()",
  "what a payout is of": "update payouts set net_minor = 1",
  "a payout": "delete from payouts",
  "a batch's total": "update payout_batches set total_minor = 1",
  "a batch's release": "update payout_batches set released_at = now()",
  "a batch's file": "update payout_batches set file_encrypted = ''",
  "a batch": "delete from payout_batches",
  "an act's state": "update operator_acts set status = 'DONE'",
  "who decided an act": "update operator_acts set decided_by = made_by",
  "an act": "delete from operator_acts",
  "a reference rate": "update reference_rates set units_per_euro = 1",
  "a day's reference rate": "delete from reference_rates",
  "the decision about a held rate": "update held_rates set decision = 'ACCEPTED'",
  "a held rate": "delete from held_rates",
  "a rate of VAT": "update vat_rates set rate_bps = 0",
  "a new rate of VAT": "insert into vat_rates values ('DE', now(), 0)",
  "a country's rates of VAT": "delete from vat_rates",
  "the digits of a currency": "update currencies set digits = 0",
  "a role": "update users set role = 'ADMIN'",
  "who a tip is for": "update tips set creator_id = gen_random_uuid()",
  "what a payment pays": "update payments set tip_id = gen_random_uuid()",
  "a payment's amount": "update payments set amount_minor = 1",
  "a payment": "delete from payments",
  "whose a share is": "update tip_allocations set creator_id = gen_random_uuid()",
  "when a share is available": "update tip_allocations set available_at = now()",
  "a share": "delete from tip_allocations",
  "what a refund is of": "update refunds set payment_id = gen_random_uuid()",
  "a part of a refund": "update refund_parts set amount_minor = 1",
  "what a dispute is about": "update disputes set payment_id = gen_random_uuid()",
};

describe("with the application's rights alone", () => {
  it.each(Object.entries(PROTECTED))("%s stays as it is", async (_, statement) => {
    await expect(sql.raw(statement).execute(application.db)).rejects.toMatchObject(FORBIDDEN);
  });

  it("each function that decides wants an operator, and something that waits", async () => {
    const creator = await createCreator(world);
    const pending = await confirmNewData(world, await createCreator(world));
    const accepted = await acceptPayoutData(world, await createCreator(world), { operator: maker ?? "" });
    const paid = await waitingForMoney(owner, 60_00);
    const [open] = (await payoutsOf(world, paid)).map(({ details_id }) => details_id);
    for (const call of [
      `decide_payout_destination('${pending}', 'ACCEPTED', '${creator.id}', null, now())`,
      `decide_payout_destination('${pending}', 'REPLACED', '${maker}', null, now())`,
      `confirm_payout_destination('${accepted}', now())`,
      `check_payout_destination('${accepted}', '${checker}')`,
      `check_payout_destination('${open}', '${creator.id}')`,
      `release_payout_batch(gen_random_uuid(), '${maker}', now(), '', '', '', '')`,
      `reopen_payout_batch(gen_random_uuid())`,
      `decide_operator_act(gen_random_uuid(), 'DONE', '${maker}', null, now())`,
      `decide_operator_act(gen_random_uuid(), 'DONE', '${creator.id}', null, now())`,
      `decide_held_rate(gen_random_uuid(), now()::date, 'ACCEPTED', '${creator.id}', now())`,
    ])
      await expect(sql.raw(`select ${call}`).execute(application.db), call).rejects.toMatchObject(REFUSED);
    const again = await confirmNewData(owner, creator);
    await expect(
      sql`select confirm_payout_destination(${again}::uuid, now())`.execute(application.db),
    ).rejects.toMatchObject(REFUSED);
  });

  it("a payout that was paid, or came back, is not sent again, and its end stays", async () => {
    const [paid, failed] = [await waitingForMoney(owner, 60_00), await waitingForMoney(owner, 60_00)];
    await batchUp(owner, maker ?? "", { releaser: checker ?? "" });
    const idOf = async (creator: typeof paid) => (await payoutsOf(owner, creator))[0]?.id ?? "";
    const [one, other] = [await idOf(paid), await idOf(failed)];
    await settle(owner, checker ?? "", "paid", new Map([[one, null]]));
    await settle(owner, checker ?? "", "failed", new Map([[other, null]]), owner.clock());
    for (const change of [
      `status = 'REQUESTED', batch_id = null, paid_at = null where id = '${one}'`,
      `status = 'PROCESSING' where id = '${one}'`,
      `paid_at = now() where id = '${one}'`,
      `status = 'REQUESTED', failed_at = null where id = '${other}'`,
      `status = 'PAID', paid_at = now() where id = '${other}'`,
    ])
      await expect(
        sql.raw(`update payouts set ${change}`).execute(application.db),
        change,
      ).rejects.toMatchObject(REFUSED);
  });

  it("payout data is accepted, replaced and declined by the product's own path, each with its line in the log", async () => {
    const creator = await createCreator(world);
    const first = await acceptPayoutData(world, creator, { operator: maker ?? "" });
    const second = await confirmNewData(world, creator);
    const operator_id = checker ?? "";
    expect(await decidePayoutData(world, { id: second, operator_id, decision: "accepted" })).toBe("accepted");
    const third = await confirmNewData(world, creator);
    const declined = { id: third, operator_id, decision: "declined", reason: "A stranger's" } as const;
    expect(await decidePayoutData(world, declined)).toBe("declined");
    expect(await decidePayoutData(world, declined)).toBe("gone");
    expect(await findPayoutData(world.db, creator.id)).toMatchObject({
      accepted: { id: second },
      change: { id: third, status: "DECLINED", decline_reason: "A stranger's" },
    });
    const { rows } = await sql<{ line: string }>`
      select action || ' ' || (actor_id = ${maker}::uuid) as line from audit_log
      where subject = ${`user:${creator.id}`} order by id`.execute(world.db);
    expect(rows.map(({ line }) => line)).toEqual([
      "payout_data.accepted true",
      "payout_data.accepted false",
      "payout_data.declined false",
    ]);
    expect(first).not.toBe(second);
  });

  it("a batch is released by another operator, with the sum of what is in it; and opened again when it loses a payout", async () => {
    const [one] = [await waitingForMoney(owner, 80_00), await waitingForMoney(owner, 90_00)];
    const order = { rail: "SEPA", currency: "EUR", operator_id: maker ?? "", account: OUR_ACCOUNT } as const;
    const made = await makeBatch(world, order);
    if (made.outcome !== "made") throw new Error(made.outcome);
    const { batch_id } = made;
    const release = (operator: string) =>
      sql`select release_payout_batch(${batch_id}::uuid, ${operator}::uuid, now(), 'a', 'b', ''::bytea, ''::bytea)`.execute(
        application.db,
      );
    await expect(release(maker ?? "")).rejects.toMatchObject(REFUSED);
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker ?? "")).toBe("approved");
    await expect(release(checker ?? "")).rejects.toMatchObject(REFUSED);
    const read = () =>
      database.db
        .selectFrom("payout_batches")
        .select(["released_by", "file_payouts_count", "file_total_minor", "total_minor"])
        .where("id", "=", batch_id)
        .executeTakeFirstOrThrow();
    const batch = await read();
    expect(batch).toMatchObject({ released_by: checker, file_total_minor: batch.total_minor });
    const [payout] = await payoutsOf(world, one);
    const failed = { payout_id: payout?.id ?? "", operator_id: maker ?? "", reason: "Asked for" };
    await markFailed(world, failed);
    if ((await read()).released_by !== null)
      expect(await approveAbout(world, `payout:${payout?.id}`, checker ?? "")).toBe("approved");
    expect(await read()).toMatchObject({ released_by: null, file_total_minor: null });
    expect(await approveAbout(world, `payout_batch:${batch_id}`, checker ?? "")).toBe("approved");
    expect(await fetchBatchFile(world, { batch_id, operator_id: maker ?? "" })).not.toBeNull();
    await expect(
      sql`select reopen_payout_batch(${batch_id}::uuid)`.execute(application.db),
    ).rejects.toMatchObject(REFUSED);
  });

  it("an act is declined once, and a held rate is accepted once", async () => {
    await waitingForMoney(owner, 70_00);
    const order = { rail: "SEPA", currency: "EUR", operator_id: maker ?? "", account: OUR_ACCOUNT } as const;
    const made = await makeBatch(world, order);
    if (made.outcome !== "made") throw new Error(made.outcome);
    const act = await world.db
      .selectFrom("operator_acts")
      .select("id")
      .where("subject", "=", `payout_batch:${made.batch_id}`)
      .executeTakeFirstOrThrow();
    const decline = { id: act.id, operator_id: checker ?? "", reason: "Not today" };
    expect(await declineApproval(world, decline)).toBe("declined");
    expect(await declineApproval(world, decline)).toBe("gone");
    const rate = { currency: "USD", units_per_euro: "1.1", source: "test" };
    await keepRates(world.db, [{ ...rate, rate_date: "2031-01-01" }], world.clock());
    await keepRates(world.db, [{ ...rate, rate_date: "2031-01-02", units_per_euro: "2.2" }], world.clock());
    const [held] = await listHeldRates(world.db);
    const decision = {
      ...{ id: held?.id ?? "", rate_date: "2031-01-02" },
      ...{ operator_id: maker ?? "", decision: "ACCEPTED" as const },
    };
    // It is twice the one before.
    expect(await decideRate(world, decision)).toBe("waiting");
    expect(await approveAbout(world, `rate:${decision.id}:2031-01-02`, checker ?? "")).toBe("approved");
    expect(await decideRate(world, decision)).toBe("gone");
  });
});
