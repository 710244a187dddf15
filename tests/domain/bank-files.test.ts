import { afterAll, expect } from "vitest";
import { payoutReference } from "../../app/domain/payouts/bank-files/payout-files.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import en from "../../locales/en/bank.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test } from "../support/domain-test.ts";
import type { Answer, BankCase, BankFileCase } from "../support/fixtures/bank-files/case.ts";
import { IDENTITY } from "../support/fixtures/bank-files/identity.ts";
import { NOTICES } from "../support/fixtures/bank-files/notices.ts";
import { SPELLINGS } from "../support/fixtures/bank-files/spellings.ts";
import { STATEMENTS } from "../support/fixtures/bank-files/statements.ts";
import { MADE_UP_BALANCES } from "../support/money/camt.ts";
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
import { type Creator, createTipWorld, earnBefore } from "../support/money/tip-world.ts";

// Bank files as banks send them: each is taken, or refused by one sentence (docs/money.md, 5).
const CASES: readonly BankFileCase[] = [...STATEMENTS, ...NOTICES, ...SPELLINGS, ...IDENTITY];

let world: PayoutWorld;
let operator_id: string;
/** One creator for each case, with a payout of 58.50 at the bank. */
let creators: Creator[];

test.beforeAll(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  await earnBefore(world, "EUR", 20_000_00);
  operator_id = await makeOperator(world);
  creators = (await send(CASES.length)).creators;
});
afterAll(async () => {
  await expectCleanBooks(world.db, world.clock(), ...MADE_UP_BALANCES);
});

async function send(count: number) {
  const sent = await all(many(count), () => waitingForMoney(world, 60_00));
  const batch = payoutReference(await batchUp(world, operator_id));
  const refs = await all(sent, async (creator) =>
    payoutReference((await payoutsOf(world, creator))[0]?.id ?? ""),
  );
  return { creators: sent, batch, refs };
}

async function answerTo(file: string | Buffer): Promise<Answer> {
  const bytes = Buffer.from(file);
  const taken = await takeStatements(world, { operator_id, bytes, account: OUR_ACCOUNT });
  if (taken.outcome === "no_statement")
    return { refused: en.fault[taken.fault.fault], path: taken.fault.path.replace(/^.*(?=Stmt|Ntfctn)/, "") };
  if (taken.outcome === "repeated") return "known";
  if (taken.outcome !== "taken") throw new Error(taken.outcome);
  const { new_statements, exceptions, other_accounts } = taken;
  return {
    taken: new_statements,
    ...(exceptions > 0 && { open: exceptions }),
    ...(other_accounts && { others: other_accounts }),
  };
}

function withoutPlace(answer: Answer, expected: Answer | undefined): Answer {
  if (typeof answer !== "object" || !("refused" in answer)) return answer;
  return typeof expected === "object" && "path" in expected ? answer : { refused: answer.refused };
}

test.each(CASES.map((each, place) => ({ ...each, place })))(
  "a bank's file with $is is taken, or refused by one sentence",
  async ({ files, answers, payout, place }) => {
    const creator = creators[place];
    if (!creator) throw new Error("no creator for this case");
    const [own] = await payoutsOf(world, creator);
    const given: BankCase = {
      ...{ id: world.newId().slice(-12), ref: payoutReference(own?.id ?? ""), send },
      ...{ to: GERMAN_BANK.bank_iban ?? "", own: OUR_ACCOUNT.iban },
    };
    const found: Answer[] = [];
    for (const file of await files(given)) found.push(await answerTo(file));
    // A place is compared where the case names one.
    expect(found.map((answer, index) => withoutPlace(answer, answers[index]))).toEqual(answers);
    expect((await payoutsOf(world, creator))[0]?.status).toBe(payout);
  },
);

test("each public structure of a bank's file is tried once", () => {
  const public_cases = CASES.filter(({ like }) => like !== "ISO 20022");
  expect(new Set(public_cases.map(({ like }) => like)).size).toBeGreaterThanOrEqual(30);
});
