import { afterEach, describe, expect } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { payoutReference } from "../../app/domain/payouts/bank-files/payout-files.ts";
import {
  listBankExceptions,
  listBankGaps,
  settleBankException,
  settleBankGap,
} from "../../app/domain/payouts/bank-statements/bank-queries.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import {
  dropReportedReturn,
  listReportedReturns,
} from "../../app/domain/payouts/batches/transitions.server.ts";
import { listPayouts } from "../../app/domain/payouts/requests/overview.server.ts";
import { insertSettled } from "../../db/seeds/paid-out.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { type CamtRow, camt, type Dialect, MADE_UP_BALANCES } from "../support/money/camt.ts";
import {
  batchUp,
  GERMAN_BANK,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  payoutsOf,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { balancesOf, type Creator, createTipWorld, earnBefore } from "../support/money/tip-world.ts";

let world: PayoutWorld;
let operator_id: string;
const IBAN = GERMAN_BANK.bank_iban ?? "";

it.beforeAll(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  await earnBefore(world, "EUR", 20_000_00);
  operator_id = await makeOperator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES));

/** A batch that the bank has, its creators and their references; each gets 58.50. */
async function sent(count: number, amount = 60_00) {
  const creators = await all(many(count), () => waitingForMoney(world, amount));
  const batch_id = await batchUp(world, operator_id);
  const references = await all(creators, async (creator) =>
    payoutReference((await payoutsOf(world, creator))[0]?.id ?? ""),
  );
  return { batch_id, creators, references };
}

const take = (bytes: Uint8Array, by = operator_id, account: { iban: string } | null = OUR_ACCOUNT) =>
  takeStatements(world, { operator_id: by, bytes, account });
const stateOf = async (creator: Creator | undefined) =>
  creator && (await payoutsOf(world, creator)).map((payout) => [payout.status, payout.failure_reason])[0];
const newId = () => world.newId().slice(-12);
const taken = (exceptions = 0) => ({ outcome: "taken", new_statements: 1, exceptions });
/** Why the exceptions of this file wait. */
async function reasonsOf(statement: string) {
  const rows = await world.db
    .selectFrom("bank_exceptions as x")
    .innerJoin("bank_entries as e", "e.id", "x.entry_id")
    .innerJoin("bank_statements as s", "s.id", "e.statement_id")
    .select("x.reason")
    .where("s.statement_ref", "=", statement)
    .orderBy("e.position")
    .execute();
  return rows.map(({ reason }) => reason);
}
const postings = async () => (await world.db.selectFrom("ledger_transaction").select("id").execute()).length;

describe("our bank's statement", () => {
  it.for<Dialect>(["DE", "AT", "NL", "FR"])(
    "a statement as banks write it in %s pays payouts, and gives back what was returned with the bank's reason",
    async (dialect) => {
      const { creators, references } = await sent(3);
      const [paid = "", back = ""] = references;
      const id = newId();
      const file = camt({
        ...{ id, dialect },
        rows: [
          { amount: "58.50", end_to_end: back, iban: IBAN, returned: "AC04" },
          { amount: "-58.50", end_to_end: paid, iban: IBAN },
          { amount: "-58.50", end_to_end: back, iban: IBAN },
          { amount: "-58.50", end_to_end: references[2] ?? "", status: "PDNG" },
        ],
      });
      expect(await take(file)).toEqual(taken());
      expect(await stateOf(creators[0])).toEqual(["PAID", null]);
      // A Dutch bank says that it is a return, and not why.
      expect(await stateOf(creators[1])).toEqual(["FAILED", dialect === "NL" ? null : "AC04"]);
      expect(await stateOf(creators[2])).toEqual(["PROCESSING", null]);
      expect(creators[1] && (await balancesOf(world, creators[1]))).toEqual({ creator_available: 60_00 });
      const before = await postings();
      expect(await take(file)).toEqual({ outcome: "repeated" });
      expect(await postings()).toBe(before);
    },
  );

  it("a file of ours that the bank booked as one is paid as a whole, and named part by part just as well", async () => {
    const [whole, parts] = [await sent(2), await sent(2)];
    const batch = payoutReference(whole.batch_id);
    expect(await take(camt({ id: newId(), rows: [{ amount: "-117.00", batch }] }))).toEqual(taken());
    const named = parts.references.map((end_to_end) => ({ amount: "-58.50", end_to_end }));
    const rows = [{ amount: "-117.00", batch: payoutReference(parts.batch_id), parts: named }];
    expect(await take(camt({ id: newId(), dialect: "FR", rows }))).toEqual(taken());
    for (const creator of [...whole.creators, ...parts.creators])
      expect(await stateOf(creator)).toEqual(["PAID", null]);
  });

  it("a notice and a statement that tell of the same bookings change nothing twice, whichever comes first", async () => {
    const [first, second] = [await sent(2), await sent(2)];
    const rowsOf = (references: string[], salt: string): CamtRow[] => [
      ...references.map((end_to_end) => ({ amount: "-58.50", end_to_end, bank_ref: `n${salt}` })),
      { amount: "58.50", end_to_end: references[0] ?? "", returned: "AC06" },
      { amount: "12.34", words: `Rent ${salt}` },
    ];
    for (const [{ references, creators, batch_id }, kinds] of [
      [first, ["054", "053"]],
      [second, ["053", "054"]],
    ] as const) {
      const rows = rowsOf(references, batch_id);
      const asOne = [{ amount: "-117.00", batch: payoutReference(batch_id) }, ...rows.slice(2)];
      const written = (kind: "053" | "054") =>
        camt({ id: newId(), kind, rows: kind === "053" ? asOne : rows });
      expect(await take(written(kinds[0]))).toEqual(taken(1));
      const before = await postings();
      expect(await take(written(kinds[1]))).toEqual(taken(0));
      // The notice alone posts no return; the statement does.
      expect(await postings()).toBe(kinds[0] === "054" ? before + 1 : before);
      expect(await stateOf(creators[0])).toEqual(["FAILED", "AC06"]);
      expect(await stateOf(creators[1])).toEqual(["PAID", null]);
    }
  });

  it("a notice of a return is no evidence: nothing is posted or paid again until a statement or two operators say so", async () => {
    const { references, creators, batch_id } = await sent(3);
    const [confirmed = "", , open = ""] = references;
    const [confirmedFor, wrongFor] = creators;
    if (!confirmedFor || !wrongFor) throw new Error("three payouts were sent");
    await take(camt({ id: newId(), rows: [{ amount: "-175.50", batch: payoutReference(batch_id) }] }));
    const back = (end_to_end: string) => ({ amount: "58.50", end_to_end, returned: "AC04" });
    const before = await postings();
    const notice = { id: newId(), kind: "054" as const, rows: references.map(back) };
    expect(await take(camt(notice))).toEqual(taken());
    expect(await postings()).toBe(before);
    for (const creator of creators) {
      expect(await stateOf(creator)).toEqual(["PAID", null]);
      const { payouts } = await listPayouts(world.db, creator.id);
      expect(payouts.map(({ status }) => status)).toEqual(["RETURN_REPORTED"]);
      expect(await balancesOf(world, creator)).toEqual({});
    }
    // Another notice of the same waits for an operator.
    expect(await take(camt({ ...notice, id: newId() }))).toEqual(taken(3));
    expect(await postings()).toBe(before);

    const log = await world.db
      .selectFrom("audit_log")
      .select("subject")
      .where("action", "=", "payout.return_reported")
      .execute();
    const reported = log.map(({ subject }) => payoutReference(subject.replace("payout:", "")));
    expect(reported).toEqual(expect.arrayContaining([...references]));

    await take(camt({ id: newId(), rows: [back(confirmed)] }));
    expect(await stateOf(confirmedFor)).toEqual(["FAILED", "AC04"]);
    expect(await balancesOf(world, confirmedFor)).toEqual({ creator_available: 60_00 });

    const idOf = async (creator: (typeof creators)[number]) => (await payoutsOf(world, creator))[0]?.id ?? "";
    const drop = { payout_id: await idOf(wrongFor), operator_id, reason: "The bank knows nothing of it" };
    expect([await dropReportedReturn(world, drop), await dropReportedReturn(world, drop)]).toEqual([
      "done",
      "gone",
    ]);
    const dropped = await world.db
      .selectFrom("audit_log")
      .select("subject")
      .where("action", "=", "payout.return_dropped")
      .execute();
    expect(dropped.map(({ subject }) => subject)).toContain(`payout:${drop.payout_id}`);
    const { payouts } = await listPayouts(world.db, wrongFor.id);
    expect(payouts.map(({ status }) => status)).toEqual(["PAID"]);

    const listed = async (days: number) => {
      const then = new Date(world.clock().getTime() + days * 86_400_000);
      const own = (await listReportedReturns(world.db, then)).filter(({ id }) =>
        references.includes(payoutReference(id)),
      );
      return own.map(({ id, is_late }) => [payoutReference(id), is_late]);
    };
    expect(await listed(0)).toEqual([[open, false]]);
    expect(await listed(10)).toEqual([[open, true]]);
  });

  it("what the bank tells otherwise than we know it waits for an operator, and moves and posts nothing", async () => {
    const { references, batch_id, creators } = await sent(3);
    const [less = "", elsewhere = "", twice = ""] = references;
    const early = await waitingForMoney(world, 60_00);
    const [waiting] = await payoutsOf(world, early);
    const id = newId();
    const rows: CamtRow[] = [
      { amount: "-58.49", end_to_end: less },
      { amount: "-58.50", end_to_end: elsewhere, iban: "DE02100100100006820101" },
      { amount: "-58.50", end_to_end: payoutReference(waiting?.id ?? "") },
      { amount: "-100.00", batch: payoutReference(batch_id) },
      { amount: "-9.90", words: "Fee" },
      { amount: "250.00", end_to_end: "INVOICE-7", words: "RF18539007547034" },
      { amount: "-58.50", end_to_end: twice },
      { amount: "-58.50", end_to_end: twice },
    ];
    expect(await take(camt({ id, rows }))).toEqual(taken(7));
    expect(await reasonsOf(id)).toEqual([
      ...["amount", "account", "not_at_bank", "amount"],
      ...["unknown", "unknown", "told_twice"],
    ]);
    expect(await all(creators, stateOf)).toEqual([
      ["PROCESSING", null],
      ["PROCESSING", null],
      ["PAID", null],
    ]);
    expect(await stateOf(early)).toEqual(["REQUESTED", null]);
    await batchUp(world, operator_id);
  });

  it("an exception is settled once, with a reason and a line in the log, and posts nothing", async () => {
    const id = newId();
    await take(camt({ id, rows: [{ amount: "-4.20", words: "Card fee" }] }));
    const open = (await listBankExceptions(world.db)).find(({ statement_ref }) => statement_ref === id);
    expect(open).toMatchObject({ reason: "unknown", words: "Card fee" });
    const before = await postings();
    const given = { entry_id: open?.id ?? "", operator_id, reason: "The bank's monthly fee" };
    const outcomes = await Promise.all([
      settleBankException(world, given),
      settleBankException(world, given),
    ]);
    expect(outcomes.sort()).toEqual(["gone", "settled"]);
    expect(await postings()).toBe(before);
    const lines = await world.db
      .selectFrom("audit_log")
      .select(["after"])
      .where("action", "=", "bank.exception_settled")
      .where("subject", "=", `bank_entry:${given.entry_id}`)
      .execute();
    expect(lines).toEqual([{ after: { reason: given.reason } }]);
  });

  it("the operator who imported a file settles none of what it left open", async () => {
    const two = { ...world, second_operator_from_minor: 1_000_00 };
    const id = newId();
    const rows = [{ amount: "-4.20", words: "Card fee" }];
    await take(camt({ id, opening: 1, rows }));
    const open = (await listBankExceptions(world.db)).find(({ statement_ref }) => statement_ref === id);
    const [gap] = (await listBankGaps(world.db)).filter(({ statement_ref }) => statement_ref === id);
    const given = { operator_id, reason: "Known" };
    const other = { ...given, operator_id: await makeOperator(world) };
    const [booking, between] = [{ entry_id: open?.id ?? "" }, { id: gap?.id ?? "" }];
    expect(await settleBankException(two, { ...booking, ...given })).toBe("second_operator_needed");
    expect(await settleBankGap(two, { ...between, ...given })).toBe("second_operator_needed");
    expect(await settleBankException(two, { ...booking, ...other })).toBe("settled");
    expect(await settleBankGap(two, { ...between, ...other })).toBe("settled");
  });

  it("an incoming transfer that names a provider's settlement is matched with it, and one of another sum waits", async () => {
    const sum = { provider: "scripted", currency: "EUR", gross_minor: minor(100_00), fee_minor: minor(2_50) };
    const settlement = await world.db
      .transaction()
      .execute((trx) => insertSettled(trx, world, { ...sum, operator_id, at: world.clock() }));
    const rowOf = (amount: string) => ({ amount, words: `Settlement ${settlement}` });
    expect(await take(camt({ id: newId(), kind: "054", rows: [rowOf("97.50")] }))).toEqual(taken(0));
    expect(await take(camt({ id: newId(), rows: [rowOf("97.50")] }))).toEqual(taken(0));
    const id = newId();
    expect(await take(camt({ id, rows: [rowOf("97.40"), rowOf("97.50")] }))).toEqual(taken(2));
    expect(await reasonsOf(id)).toEqual(["amount", "told_twice"]);
  });

  it.for<[string, (xml: string) => string, object]>([
    [
      "of another account",
      (xml) => xml.replace(OUR_ACCOUNT.iban, IBAN),
      { fault: "account", path: "/Acct/Id/IBAN" },
    ],
    [
      "whose balances do not add up",
      (xml) => xml.replaceAll("10000.00", "9000.00"),
      { fault: "sum", path: "/Bal[2]" },
    ],
    [
      "with an amount of three decimals",
      (xml) => xml.replace(">58.50<", ">58.505<"),
      { fault: "amount", path: "/Ntry[1]/Amt" },
    ],
    [
      "with an amount in another currency",
      (xml) => xml.replace('Ccy="EUR">58.50', 'Ccy="USD">58.50'),
      { fault: "currency", path: "/Ntry[1]/Amt" },
    ],
    [
      "without a direction",
      (xml) =>
        xml.replace(/<Amt Ccy="EUR">1.00<\/Amt>\s*<CdtDbtInd>DBIT<\/CdtDbtInd>/, '<Amt Ccy="EUR">1.00</Amt>'),
      { fault: "missing", path: "/Ntry[2]/CdtDbtInd" },
    ],
    ["of a version to come", (xml) => xml.replace("001.08", "001.14"), { fault: "namespace" }],
  ])("a statement %s is refused with the place, and nothing of it is applied", async ([, change, fault]) => {
    const { references, creators } = await sent(1);
    const rows = [{ amount: "-58.50", end_to_end: references[0] ?? "" }, { amount: "-1.00" }];
    const answer = await take(camt({ id: newId(), rows }, change));
    const place = "path" in fault ? { ...fault, path: `/Document/BkToCstmrStmt/Stmt${fault.path}` } : fault;
    expect(answer).toMatchObject({ outcome: "no_statement", fault: place });
    expect(await stateOf(creators[0])).toEqual(["PROCESSING", null]);
  });

  it("a statement of a known number that says something else is refused", async () => {
    const id = newId();
    expect(await take(camt({ id, rows: [{ amount: "-1.00", words: "One" }] }))).toEqual(taken(1));
    const other = await take(camt({ id, rows: [{ amount: "-2.00", words: "Two" }] }));
    expect(other).toMatchObject({ outcome: "no_statement", fault: { fault: "changed" } });
  });

  it("the maker of a large batch does not hand in the statement that pays it, and another operator does", async () => {
    world = { ...world, second_operator_from_minor: 1_000_00 };
    const { references, creators } = await sent(1, 1_200_00);
    const file = camt({ id: newId(), rows: [{ amount: "-1200.00", end_to_end: references[0] ?? "" }] });
    expect(await take(file)).toEqual({ outcome: "second_operator_needed" });
    expect(await stateOf(creators[0])).toEqual(["PROCESSING", null]);
    expect(await take(file, await makeOperator(world))).toEqual(taken());
    expect(await stateOf(creators[0])).toEqual(["PAID", null]);
  });

  it("the same statement handed in at once by two operators is taken in once", async () => {
    const { references, creators } = await sent(2);
    const rows = references.map((end_to_end) => ({ amount: "-58.50", end_to_end }));
    const file = camt({ id: newId(), rows });
    const by = await all(many(4), () => makeOperator(world));
    const outcomes = await Promise.all(by.map((operator) => take(file, operator)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      ...many(3).map(() => "repeated"),
      "taken",
    ]);
    expect(await all(creators, stateOf)).toEqual(creators.map(() => ["PAID", null]));
  });
});

describe("the statements of our bank, one after the other", () => {
  const year = { now: 2030 };
  /** Statements of a year of their own, in front of whatever other tests had imported. */
  function statements() {
    const days = `${year.now++}-03`;
    const prefix = newId();
    const of = (day: number, opening: number, amount: string, sequence = day) =>
      camt({
        ...{ id: `${prefix}-${day}-${sequence}`, opening, sequence, rows: [{ amount, words: newId() }] },
        day: `${days}-${String(day).padStart(2, "0")}`,
      });
    const open = () =>
      world.db
        .selectFrom("bank_gaps as g")
        .innerJoin("bank_statements as s", "s.id", "g.statement_id")
        .select(["g.id", "s.statement_ref", "g.expected_minor", "g.found_minor"])
        .where("s.statement_ref", "like", `${prefix}-%`)
        .where("g.closed_at", "is", null)
        .where("g.settled_at", "is", null)
        // What lies before the first one is of another test.
        .where("s.statement_ref", "<>", `${prefix}-1-1`)
        .execute();
    const gaps = async () =>
      (await open()).map(({ statement_ref, expected_minor, found_minor }) => [
        statement_ref.slice(prefix.length + 1),
        expected_minor,
        found_minor,
      ]);
    return { of, gaps, open };
  }

  it("a statement that does not begin where the one before it ended is an exception with both balances, until the missing one comes", async () => {
    const { of, gaps } = statements();
    await take(of(1, 100_00, "10.00"));
    await take(of(4, 125_00, "1.00"));
    expect(await gaps()).toEqual([["4-4", 110_00, 125_00]]);
    await take(of(2, 110_00, "10.00"));
    expect(await gaps()).toEqual([["4-4", 120_00, 125_00]]);
    await take(of(3, 120_00, "5.00"));
    expect(await gaps()).toEqual([]);
  });

  it("statements that are imported in any order, and several of one day, have no gap when their balances meet", async () => {
    const { of, gaps } = statements();
    for (const [day, opening, sequence] of [
      [3, 120_00, 4],
      [1, 100_00, 1],
      [3, 110_00, 3],
      [4, 130_00, 10],
      [2, 105_00, 2],
    ] as const)
      await take(of(day, opening, opening === 100_00 || opening === 105_00 ? "5.00" : "10.00", sequence));
    expect(await gaps()).toEqual([]);
  });

  it("an operator says once why two balances do not meet, and a notice makes no gap", async () => {
    const { of, gaps, open } = statements();
    await take(of(1, 100_00, "10.00"));
    await take(of(2, 100_00, "10.00"));
    await take(camt({ id: newId(), kind: "054", rows: [{ amount: "1.00", words: newId() }] }));
    expect(await gaps()).toEqual([["2-2", 110_00, 100_00]]);
    const [gap] = await open();
    const alone = { ...world, second_operator_from_minor: null };
    const given = { id: gap?.id ?? "", operator_id, reason: "The bank took its file back" };
    const outcomes = await all(many(4), () => settleBankGap(alone, given));
    expect(outcomes.sort()).toEqual(["gone", "gone", "gone", "settled"]);
    const lines = await world.db
      .selectFrom("audit_log")
      .select(["before", "after"])
      .where("action", "=", "bank.gap_settled")
      .execute();
    const before = { expected_minor: 110_00, found_minor: 100_00 };
    const own = lines.filter(
      ({ after }) => JSON.stringify(after) === JSON.stringify({ reason: given.reason }),
    );
    expect(own).toEqual([{ before, after: { reason: given.reason } }]);
    expect(await gaps()).toEqual([]);
    await take(of(3, 110_00, "1.00"));
    expect(await gaps()).toEqual([]);
  });
});
