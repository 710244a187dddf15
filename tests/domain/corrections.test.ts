import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { declineApproval } from "../../app/domain/approvals/approvals.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import {
  correct,
  findCorrection,
  listCorrections,
  reverseCorrection,
} from "../../app/domain/corrections/corrections.server.ts";
import { findTransaction, listAccountPostings } from "../../app/domain/ledger/ledger-reports.server.ts";
import { getBalances } from "../../app/domain/ledger/post.server.ts";
import { CORRECTION_KINDS } from "../../app/domain/ledger/rules/correction-posting-rules.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks, faultsIn, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  approveAbout,
  earn,
  makeOperator,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import {
  createCreator,
  createTipWorld,
  earnBefore,
  payTip,
  tellDispute,
} from "../support/money/tip-world.ts";

// docs/product.md, 4.8: correcting entries of two operators.

let world: PayoutWorld;
let maker: string;
let checker: string;

it.beforeAll(async ({ database }) => {
  const first = createTipWorld(database.db);
  await earnBefore(first, "EUR", 1_000_00);
  [maker, checker] = [await makeOperator(first), await makeOperator(first)];
});
it.beforeEach(({ database }) => {
  world = { ...withPayouts(createTipWorld(database.db)), second_operator_from_minor: 1_000_00 };
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

function kindOf(debit: string, credit: string) {
  const kind = CORRECTION_KINDS.find((each) => each.debit === debit && each.credit === credit);
  if (!kind) throw new Error(`no correcting entry goes from ${debit} to ${credit}`);
  return kind;
}

/** Asks for an entry of 7.00 unless another amount is said; returns its id, with what became of it. */
async function ask(
  debit: string,
  credit: string,
  given: { owner?: string; amount?: number; currency?: string; id?: string; as?: PayoutWorld } = {},
) {
  const { owner = "", amount = 7_00, currency = "EUR", id = world.newId(), as = world } = given;
  const done = await correct(as, {
    ...{ correction_id: id, kind: kindOf(debit, credit), owner, currency, amount_minor: minor(amount) },
    ...{ reference: "GLS 4711/26", reason: "The account had it before us", operator_id: maker },
  });
  return { id, done };
}

/** The same, approved by another operator. */
async function post(...given: Parameters<typeof ask>) {
  const { id, done } = await ask(...given);
  expect(done).toBe("waiting");
  expect(await approveAbout(world, `correction:${id}`, checker)).toBe("approved");
  return id;
}

const takeBack = (id: string) =>
  reverseCorrection(world, { correction_id: id, operator_id: maker, reason: "It was of another bank" });

const alone = (): PayoutWorld => ({ ...world, second_operator_from_minor: null });

/** What stands on an account, on its own side, in minor units. */
async function standing(code: string, owner = "", currency = "EUR"): Promise<number> {
  const page = await listAccountPostings(world.db, { code, currency, owner }, null);
  return page?.postings[0]?.balance_minor ?? 0;
}

async function statusOf(id: string): Promise<string> {
  const row = await world.db
    .selectFrom("users")
    .select("status")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.status;
}

describe("a correcting entry", () => {
  it("posts nothing until another operator has approved it, whatever the sum is, and then stands on both accounts", async () => {
    const before = [await standing("bank"), await standing("own_funds"), await ledgerSize(world.db)] as const;
    const { id, done } = await ask("bank", "own_funds", { amount: 1 });
    expect(done).toBe("waiting");
    expect(await ledgerSize(world.db)).toEqual(before[2]);
    expect(await approveAbout(world, `correction:${id}`, maker)).toBe("own");
    expect(await approveAbout(world, `correction:${id}`, checker)).toBe("approved");
    expect([await standing("bank"), await standing("own_funds")]).toEqual([before[0] + 1, before[1] + 1]);
    const shown = await findCorrection(world.db, id);
    expect(shown).toMatchObject({ reference: "GLS 4711/26", amount_minor: 1, owner: "", reversal: null });
    const [transaction = 0] = shown?.transactions ?? [];
    expect(await findTransaction(world.db, transaction)).toMatchObject({
      ...{ kind: "correction_posted", place: "correction", place_id: id },
      transfers: [{ from: "bank", to: "own_funds", amount_minor: 1 }],
    });
    const { entries } = await listAudit(world.db, { subject: `correction:${id}` });
    expect(entries.map(({ action }) => action).sort()).toEqual([
      "approval.approved",
      "approval.asked",
      "correction.posted",
    ]);
    const { corrections } = await listCorrections(world.db, null);
    expect(corrections[0]).toMatchObject({ id, debit_code: "bank", credit_code: "own_funds" });
  });

  it("posts nothing when another operator declines it, and can be asked for again", async () => {
    const before = await ledgerSize(world.db);
    const { id } = await ask("bank", "own_funds");
    const { id: act } = await world.db
      .selectFrom("operator_acts")
      .select("id")
      .where("subject", "=", `correction:${id}`)
      .executeTakeFirstOrThrow();
    expect(await declineApproval(world, { id: act, operator_id: checker, reason: "no document" })).toBe(
      "declined",
    );
    expect(await ledgerSize(world.db)).toEqual(before);
    expect((await ask("bank", "own_funds", { id })).done).toBe("waiting");
    expect(await approveAbout(world, `correction:${id}`, checker)).toBe("approved");
  });

  it("is one entry however often its form is sent", async () => {
    const id = world.newId();
    const before = await standing("bank");
    const sent = await all(many(5), () => ask("bank", "own_funds", { id }));
    expect(sent.map(({ done }) => done)).toEqual(many(5).map(() => "waiting"));
    await approveAbout(world, `correction:${id}`, checker);
    expect((await ask("bank", "own_funds", { id })).done).toBe("repeated");
    expect(await standing("bank")).toBe(before + 7_00);
  });

  it("is posted at once where one operator works alone, and the same form five times at once posts one", async () => {
    const id = world.newId();
    const before = await standing("bank");
    const sent = await all(many(5), () => ask("bank", "own_funds", { id, as: alone() }));
    expect(sent.map(({ done }) => done).sort()).toEqual(["posted", ...many(4).map(() => "repeated")]);
    expect(await standing("bank")).toBe(before + 7_00);
  });

  it("goes between each pair of accounts in its directions, and its reversal undoes it to the cent", async () => {
    const creator = await createCreator(world);
    await earn(world, creator, 50_00);
    await post("bank", "suspense", { amount: 100_00 });
    await post("service_fee_revenue", "vat_output", { owner: "DE" });
    const { username } = await world.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", creator.id)
      .executeTakeFirstOrThrow();
    const owners = { provider: "scripted", country: "de", creator: username ?? "" };
    const kinds = CORRECTION_KINDS.filter(({ credit }) => credit !== "creator_receivable");
    expect(kinds).toHaveLength(36);
    for (const { debit, credit, owner } of kinds) {
      const before = await totals();
      const { id, done } = await ask(debit, credit, { owner: owner ? owners[owner] : "", as: alone() });
      expect([debit, credit, done]).toEqual([debit, credit, "posted"]);
      const after = await totals();
      expect(changes(before, after)).toEqual({ [debit]: 7_00, [credit]: -7_00 });
      const reversal = { correction_id: id, operator_id: maker, reason: "undo" };
      expect(await reverseCorrection(alone(), reversal)).toBe("reversed");
      expect(changes(before, await totals())).toEqual({});
    }
    await takeAll(100_00);
  });

  it("names an account that there is: a provider, a country, a verified creator in a currency of theirs", async () => {
    const creator = await createCreator(world);
    const name = `@${creator.username}`;
    for (const [debit, credit, owner, currency] of [
      ["psp_fee", "psp_clearing", "", "EUR"],
      ["psp_fee", "psp_clearing", "nobody", "EUR"],
      ["vat_output", "bank", "", "EUR"],
      ["vat_output", "bank", "XX", "EUR"],
      ["goodwill", "creator_available", "", "EUR"],
      ["goodwill", "creator_available", "nobody-of-that-name", "EUR"],
      ["goodwill", "creator_available", name, "CHF"],
      ["bank", "own_funds", "scripted", "EUR"],
    ] as const)
      expect([owner, (await ask(debit, credit, { owner, currency })).done]).toEqual([owner, "unknown_owner"]);
  });
});

/** What stands on each account code in EUR, debits less credits. */
async function totals(): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; amount: number }>`
    select a.code, sum(case when a.id = m.debit_account then m.amount_minor else -m.amount_minor end)::bigint as amount
    from ledger_account a join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
    where a.currency = 'EUR' group by a.code`.execute(world.db);
  return new Map(rows.map(({ code, amount }) => [code, amount]));
}

function changes(before: Map<string, number>, after: Map<string, number>): Record<string, number> {
  const moved = [...after].map(([code, amount]) => [code, amount - (before.get(code) ?? 0)] as const);
  return Object.fromEntries(moved.filter(([, amount]) => amount !== 0));
}

/** Takes out of suspense what corrections brought there. */
async function takeAll(amount: number): Promise<void> {
  await post("suspense", "bank", { amount });
}

describe("a reversal", () => {
  it("takes two operators, mirrors the entry once, and the same asked for at once is one act", async () => {
    const before = await standing("bank");
    const id = await post("bank", "own_funds");
    expect(await all(many(4), () => takeBack(id))).toEqual(many(4).map(() => "waiting"));
    expect(await standing("bank")).toBe(before + 7_00);
    expect(await approveAbout(world, `correction:${id}`, maker)).toBe("own");
    expect(await approveAbout(world, `correction:${id}`, checker)).toBe("approved");
    expect(await standing("bank")).toBe(before);
    expect(await takeBack(id)).toBe("gone");
    const { entries } = await listAudit(world.db, { action: "correction.reversed" });
    expect(entries.map(({ subject }) => subject)).toContain(`correction:${id}`);
    expect(await findCorrection(world.db, id)).toMatchObject({
      reversal: { reason: "It was of another bank" },
    });
  });

  it("of an entry that there is not changes nothing", async () => {
    expect(await takeBack(world.newId())).toBe("gone");
  });
});

describe("a creator's money", () => {
  it("is credited as goodwill and taken again, and never goes below zero", async () => {
    const creator = await createCreator(world);
    const owner = `@${creator.username.toUpperCase()}`;
    const id = await post("goodwill", "creator_available", { owner });
    const own = () => getBalances(world.db, creator.id, "EUR");
    expect((await own()).creator_available).toBe(7_00);
    expect((await ask("creator_available", "goodwill", { owner, amount: 7_01 })).done).toBe("too_little");
    const both = [
      await ask("creator_available", "goodwill", { owner }),
      await ask("creator_available", "goodwill", { owner }),
    ];
    expect(both.map(({ done }) => done)).toEqual(["waiting", "waiting"]);
    const ends = await all(both, (each) => approveAbout(world, `correction:${each.id}`, checker));
    expect(ends.sort()).toEqual(["approved", "gone"]);
    expect((await own()).creator_available).toBe(0);
    expect(await takeBack(id)).toBe("too_little");
  });

  it("repays first what the creator owes, who is ACTIVE again once all of it is paid", async () => {
    const { creator, owed } = await owing();
    await post("goodwill", "creator_available", { owner: creator.username, amount: owed + 1_00 });
    expect(await getBalances(world.db, creator.id, "EUR")).toMatchObject({
      ...{ creator_available: 1_00, creator_receivable: 0 },
    });
    expect(await statusOf(creator.id)).toBe("ACTIVE");
  });

  it("a debt that the creator pays by transfer is paid by as much as is owed, and owed again when that is taken back", async () => {
    const { creator, owed } = await owing();
    const owner = creator.username;
    const more = { owner, amount: owed + 1 };
    expect((await ask("bank", "creator_receivable", more)).done).toBe("too_little");
    const id = await post("bank", "creator_receivable", { owner, amount: owed });
    expect(await statusOf(creator.id)).toBe("ACTIVE");
    await expectCleanBooks(world.db, world.clock());
    await takeBack(id);
    expect(await approveAbout(world, `correction:${id}`, checker)).toBe("approved");
    expect(await statusOf(creator.id)).toBe("CHARGEBACK");
    expect((await getBalances(world.db, creator.id, "EUR")).creator_receivable).toBe(owed);
  });

  /** A creator who owes after a lost dispute about money that was paid out, and how much. */
  async function owing() {
    const creator = await createCreator(world);
    const payment = await payTip(world, creator, { amount: 20_00, type: "INETCASH_OB" });
    const available = (await getBalances(world.db, creator.id, "EUR")).creator_available;
    await post("creator_available", "goodwill", { owner: creator.username, amount: available });
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "LOST");
    const owed = (await getBalances(world.db, creator.id, "EUR")).creator_receivable;
    expect([owed, await statusOf(creator.id)]).toEqual([20_00, "CHARGEBACK"]);
    return { creator, owed };
  }
});

describe("VAT", () => {
  it("is paid by as much as is owed to its country in its currency, and no more is taken back than is owed by then", async () => {
    await post("service_fee_revenue", "vat_output", { owner: "FR", amount: 10_00 });
    expect((await ask("vat_output", "bank", { owner: "FR", amount: 10_01 })).done).toBe("too_little");
    expect((await ask("vat_output", "bank", { owner: "ES" })).done).toBe("too_little");
    expect((await ask("vat_output", "bank", { owner: "FR", currency: "USD" })).done).toBe("too_little");
    const both = [
      await ask("vat_output", "bank", { owner: "FR", amount: 6_00 }),
      await ask("vat_output", "bank", { owner: "FR", amount: 6_00 }),
    ];
    const ends = await all(both, (each) => approveAbout(world, `correction:${each.id}`, checker));
    expect(ends.sort()).toEqual(["approved", "gone"]);
    const returned = await post("bank", "vat_output", { owner: "FR", amount: 1_00 });
    await post("vat_output", "bank", { owner: "FR", amount: 5_00 });
    expect(await takeBack(returned)).toBe("too_little");
  });
});

describe("suspense", () => {
  it("gives away by corrections only what corrections brought there", async () => {
    expect((await ask("suspense", "bank")).done).toBe("too_little");
    const id = await post("bank", "suspense", { amount: 10_00 });
    expect((await ask("suspense", "bank", { amount: 10_01 })).done).toBe("too_little");
    await post("suspense", "psp_clearing", { owner: "scripted", amount: 4_00 });
    expect(await takeBack(id)).toBe("too_little");
    await takeAll(6_00);
  });

  it("is a fault when what a correction brought there is there after 7 days", async () => {
    await post("bank", "suspense");
    const later = (days: number) => new Date(world.clock().getTime() + days * 86_400_000);
    expect(await faultsIn(world.db, later(6))).toEqual({});
    expect(Object.keys(await faultsIn(world.db, later(8)))).toEqual(["11-suspense-empties"]);
    await takeAll(7_00);
    expect(await faultsIn(world.db, later(8))).toEqual({});
  });
});
