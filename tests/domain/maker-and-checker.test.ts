import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import {
  approve,
  declineApproval,
  findApproval,
  listCheckers,
} from "../../app/domain/approvals/approvals.server.ts";
import { writeOff } from "../../app/domain/earnings/debts.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import { reportOnPayment } from "../../app/domain/payment-updates/provider-reports.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { makeBatch } from "../../app/domain/payouts/batches/batches.server.ts";
import { markBounced, markFailed, markPaid } from "../../app/domain/payouts/batches/transitions.server.ts";
import { liftPayoutFreeze } from "../../app/domain/payouts/freezes.server.ts";
import { payOutLocked } from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { findSuspenseCase } from "../../app/domain/suspense/suspense.server.ts";
import { endSuspense } from "../../app/domain/suspense/suspense-exits.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { moveAccount } from "../support/money/creators.ts";
import { requestPayout } from "../support/money/paid-payouts.ts";
import {
  acceptPayoutData,
  batchUp,
  earn,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { cannotLookUp, reportOf } from "../support/money/provider-reports.ts";
import { askRefund, byOperator } from "../support/money/refund-world.ts";
import {
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  payTip,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

// Who may do what to which row after whom (docs/product.md, 6.12): each kind of act with each person, in each state.
let world: PayoutWorld;
/** Asks; made an earlier step of the same money, where there is one; checks. */
let maker: string;
let partner: string;
let checker: string;

it.beforeEach(async ({ database }) => {
  world = withPayouts({ ...createTipWorld(database.db), second_operator_from_minor: 0 });
  [maker, partner, checker] = [
    await makeOperator(world),
    await makeOperator(world),
    await makeOperator(world),
  ];
  await earnBefore(world, "EUR", 500_00);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const sepa = { rail: "SEPA", currency: "EUR", account: OUR_ACCOUNT } as const;
const lastPayout = async (creator: Creator) => (await payoutsOf(world, creator)).at(-1)?.id ?? "";

/** A creator whose money was paid out, by a batch of the partner's. */
async function paidOut(creator: Creator): Promise<string> {
  await batchUp(world, partner, { releaser: checker });
  const payout_id = await lastPayout(creator);
  await markPaid(world, { payout_id, operator_id: checker });
  return payout_id;
}

/** Money that nobody could be credited with, and that its provider refused to give back. */
async function stuck(): Promise<Payment> {
  const creator = await createCreator(world);
  const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
  await moveAccount(world, creator.id, ["LOCKED"]);
  await tell(world, payment);
  world.provider.refundsBecome("FAILED");
  await processRefund(world, (await findSuspenseCase(world.db, payment.id))?.refund_id ?? "");
  return payment;
}

/** The same world with a provider that cannot be asked. */
const unasked = () => ({ ...world, providers: createProviders([cannotLookUp(world.provider)]) });

interface Kind {
  /** Whether the partner made a step of the same money. */
  has_partner: boolean;
  /** Makes what the act is about; returns how the maker asks for it. */
  prepare: () => Promise<() => Promise<unknown>>;
}

const KINDS: Record<string, Kind> = {
  REFUND: {
    has_partner: false,
    prepare: async () => {
      const payment = await payTip(world, await createCreator(world));
      return () => askRefund(world, payment, byOperator(maker));
    },
  },
  GOODWILL: {
    has_partner: false,
    prepare: async () => {
      const creator = await createCreator(world);
      const payment = await payTip(world, creator, { type: "INETCASH_OB" });
      await acceptPayoutData(world, creator);
      await requestPayout(world, creator);
      return () => askRefund(world, payment, byOperator(maker, true));
    },
  },
  WRITE_OFF: {
    has_partner: false,
    prepare: async () => {
      const creator = await createCreator(world);
      const payment = await payTip(world, creator, { type: "INETCASH_OB" });
      await acceptPayoutData(world, creator);
      await requestPayout(world, creator);
      await paidOut(creator);
      await tellDispute(world, payment, "LOST");
      const order = { creator_id: creator.id, currency: "EUR", reason: "insolvent" };
      return () => writeOff(world, { ...order, operator_id: maker });
    },
  },
  SUSPENSE_KEPT: {
    has_partner: false,
    prepare: async () => {
      const given = { payment_id: (await stuck()).id, seen_left_minor: 55_95, reason: "nobody found" };
      return () => endSuspense(world, { ...given, operator_id: maker, end: { kind: "SUSPENSE_KEPT" } });
    },
  },
  SUSPENSE_RETURNED: {
    has_partner: false,
    prepare: async () => {
      const given = { payment_id: (await stuck()).id, seen_left_minor: 55_95, reason: "by hand" };
      const end = { kind: "SUSPENSE_RETURNED", by: "BANK", reference: "7" } as const;
      return () => endSuspense(world, { ...given, operator_id: maker, end });
    },
  },
  PAYMENT_REPORTED: {
    has_partner: false,
    prepare: async () => {
      const { id } = await beginTip(world, await createCreator(world));
      return () =>
        reportOnPayment(unasked(), reportOf(id, { report: "PAID", reference: id, operator_id: maker }));
    },
  },
  PROVIDER_REPORT: {
    has_partner: false,
    prepare: async () => {
      const { id } = await payTip(world, await createCreator(world));
      return () => reportOnPayment(unasked(), reportOf(id, { report: "DISPUTE_LOST", operator_id: maker }));
    },
  },
  FREEZE_LIFTED: {
    has_partner: false,
    prepare: async () => {
      const freeze = { id: world.newId(), reason: "test", frozen_at: world.clock() };
      await world.db.insertInto("payout_freezes").values(freeze).execute();
      return () => liftPayoutFreeze(world, { operator_id: maker, reason: "found it" });
    },
  },
  PAYOUT_DATA: {
    has_partner: false,
    prepare: async () => {
      const creator = await createCreator(world);
      await acceptPayoutData(world, creator, { operator: maker });
      await earn(world, creator, 60_00);
      await requestPayout(world, creator);
      return () => makeBatch(world, { ...sepa, operator_id: maker });
    },
  },
  BATCH_RELEASE: {
    has_partner: true,
    prepare: async () => {
      const creator = await createCreator(world);
      await acceptPayoutData(world, creator);
      await earn(world, creator, 80_00);
      await moveAccount(world, creator.id, ["LOCKED"]);
      await payOutLocked(world, { user_id: creator.id, operator_id: partner, currency: "EUR" });
      return () => makeBatch(world, { ...sepa, operator_id: maker });
    },
  },
  PAYOUT_FAILED: {
    has_partner: true,
    prepare: async () => {
      const creator = await waitingForMoney(world, 60_00);
      await batchUp(world, partner, { releaser: checker });
      const payout_id = await lastPayout(creator);
      return () => markFailed(world, { payout_id, operator_id: maker, reason: "closed" });
    },
  },
  PAYOUT_BOUNCED: {
    has_partner: true,
    prepare: async () => {
      const payout_id = await paidOut(await waitingForMoney(world, 60_00));
      return () => markBounced(world, { payout_id, operator_id: maker, reason: "closed" });
    },
  },
};

const config = { payoutAccount: OUR_ACCOUNT };
const approveBy = (id: string, operator_id: string) => approve({ ...world, config }, { id, operator_id });
const declineBy = (id: string, operator_id: string) =>
  declineApproval(world, { id, operator_id, reason: "no" });

/** The act of a kind that waits. */
async function waiting(kind: string): Promise<string> {
  const acts = await world.db
    .selectFrom("operator_acts")
    .select(["id", sql<string>`kind`.as("kind")])
    .where("status", "=", "WAITING")
    .execute();
  expect(acts.map((act) => act.kind)).toEqual([kind]);
  return acts[0]?.id ?? "";
}

/** All that acts may move: the books, payouts, batches, accounts, freezes, refunds and suspense. */
async function state(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from ledger_transaction) as posted,
      (select jsonb_agg((id, status, batch_id) order by id) from payouts) as payouts,
      (select jsonb_agg((id, released_at, file_sha256) order by id) from payout_batches) as batches,
      (select jsonb_agg((id, decided_by, confirmed_by) order by id) from payout_destinations) as accounts,
      (select jsonb_agg((id, lifted_at) order by id) from payout_freezes) as freezes,
      (select jsonb_agg((id, status) order by id) from refunds) as refunds,
      (select jsonb_agg((payment_id, left_minor) order by payment_id) from suspense_entries) as suspense`.execute(
    world.db,
  );
  return rows[0];
}

describe.each(Object.entries(KINDS))("%s", (kind, { prepare, has_partner }) => {
  it(`${kind}: nothing moves until an operator approves it who made no step of the money; then once`, async () => {
    const ask = await prepare();
    await ask();
    const id = await waiting(kind);
    const before = await state();
    expect(await approveBy(id, maker)).toBe("own");
    if (has_partner) expect(await approveBy(id, partner)).toBe("own");
    const stranger = await createCreator(world);
    const former = await makeOperator(world);
    await sql`update users set role = 'CREATOR' where id = ${former}`.execute(world.db);
    for (const nobody of [stranger.id, former]) {
      await expect(approveBy(id, nobody)).rejects.toThrow();
      await expect(declineBy(id, nobody)).rejects.toThrow();
    }
    expect(await state()).toEqual(before);
    await waiting(kind);
    expect(await approveBy(id, checker)).toBe("approved");
    const after = await state();
    expect(after).not.toEqual(before);
    for (const each of [maker, partner, checker]) {
      expect(await approveBy(id, each)).toBe("gone");
      expect(await declineBy(id, each)).toBe("gone");
    }
    expect(await state()).toEqual(after);
  });

  it(`${kind}: declined or taken back it moves nothing, and can be asked for again`, async () => {
    const ask = await prepare();
    const unasked = await state();
    for (const [decider, word] of [
      [checker, "declined"],
      [maker, "taken_back"],
    ] as const) {
      await ask();
      const id = await waiting(kind);
      expect(await declineBy(id, decider)).toBe(word);
      for (const each of [maker, partner, checker]) expect(await approveBy(id, each)).toBe("gone");
      // What was in a batch that is not released waits for the next one.
      const { batches: _, ...now } = (await state()) as { batches: unknown };
      const { batches: __, ...then } = unasked as { batches: unknown };
      expect(now).toEqual(then);
    }
    await ask();
    expect(await approveBy(await waiting(kind), checker)).toBe("approved");
  });
});

it("a batch with a payout that one operator asked for and another batched names who may release it; with two operators nobody", async () => {
  const creator = await createCreator(world);
  await acceptPayoutData(world, creator);
  await earn(world, creator, 80_00);
  await moveAccount(world, creator.id, ["LOCKED"]);
  await payOutLocked(world, { user_id: creator.id, operator_id: partner, currency: "EUR" });
  await makeBatch(world, { ...sepa, operator_id: maker });
  const approval = await findApproval(world.db, "FINANCE", await waiting("BATCH_RELEASE"));
  if (!approval) throw new Error("nothing waits");
  const emailOf = (id: string) => `${id}@tribute.example`;
  const named = await listCheckers(world.db, approval);
  expect(named).toContain(emailOf(checker));
  for (const id of [maker, partner]) expect(named).not.toContain(emailOf(id));
  await world.db
    .updateTable("users")
    .set({ role: "CREATOR" })
    .where("role", "=", "ADMIN")
    .where("id", "not in", [maker, partner])
    .execute();
  expect(await listCheckers(world.db, approval)).toEqual([]);
});
