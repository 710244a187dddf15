import { afterEach, expect } from "vitest";
import { type Approval, approve, listDecidedApprovals } from "../../app/domain/approvals/approvals.server.ts";
import { correct } from "../../app/domain/corrections/corrections.server.ts";
import { findCorrectionKind } from "../../app/domain/ledger/rules/correction-posting-rules.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { productRules } from "../../app/product-rules.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  approveAbout,
  makeOperator,
  OUR_ACCOUNT,
  type PayoutWorld,
  withPayouts,
} from "../support/money/payout-world.ts";
import { byOperator, refund } from "../support/money/refund-world.ts";
import { createCreator, createTipWorld, earnBefore, payTip } from "../support/money/tip-world.ts";

// What operators decided, by two and alone, stays to be read (docs/product.md, 6.12).

let world: PayoutWorld;
let alone: PayoutWorld;
let maker: string;
let checker: string;

it.beforeAll(async ({ database }) => {
  const first = createTipWorld(database.db);
  await earnBefore(first, "EUR", 10_000_00);
  [maker, checker] = [await makeOperator(first), await makeOperator(first)];
});
it.beforeEach(({ database }) => {
  world = { ...withPayouts(createTipWorld(database.db)), second_operator_from_minor: 1_000_00 };
  alone = { ...world, second_operator_from_minor: null };
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

/** Asks for a correcting entry, or posts it where one operator works alone; returns its subject. */
async function enter(
  as: PayoutWorld,
  debit: string,
  credit: string,
  owner = "",
  amount = 1,
): Promise<string> {
  const kind = findCorrectionKind({ debit, credit });
  if (!kind) throw new Error(`no correcting entry goes from ${debit} to ${credit}`);
  const correction_id = world.newId();
  await correct(as, {
    ...{ correction_id, kind, owner, currency: "EUR", amount_minor: minor(amount) },
    ...{ reference: "GLS 4711/26", reason: "as the bank says", operator_id: maker },
  });
  return `correction:${correction_id}`;
}

async function allDecided(): Promise<Approval[]> {
  const found: Approval[] = [];
  for (let after: string | null = null; ; ) {
    const page = await listDecidedApprovals(world.db, "FINANCE", after);
    found.push(...page.approvals);
    if (page.next === null) return found;
    after = page.next;
  }
}

const decided = async (subject: string) => (await allDecided()).filter((each) => each.subject === subject);

it("an approval stays on the list however many trifles are decided after it", async () => {
  const creator = await createCreator(world);
  const subject = await enter(world, "goodwill", "creator_available", creator.username, 900_00);
  expect(await approveAbout(world, subject, checker)).toBe("approved");
  world.time.passSeconds(1);
  const trifles = await all(many(productRules.admin_rows + 1), () => enter(alone, "bank_fee", "bank"));
  expect((await listDecidedApprovals(world.db, "FINANCE", null)).approvals).toHaveLength(
    productRules.admin_rows,
  );
  expect(await decided(subject)).toMatchObject([{ creator: creator.username, alone: null, status: "DONE" }]);
  expect((await allDecided()).map((each) => each.subject).sort()).toEqual([subject, ...trifles].sort());
});

it("what was done alone says so: below the limit of its time, or while no second operator was needed", async () => {
  const creator = await createCreator(world);
  const payment = await payTip(world, creator, { amount: 50_00 });
  await refund(world, payment, byOperator(maker));
  expect(await decided(`payment:${payment.id}`)).toMatchObject([
    {
      ...{ kind: "REFUND", alone: "BELOW_LIMIT", limit_eur_minor: 1_000_00 },
      ...{ creator: creator.username, params: { payment_id: payment.id } },
    },
  ]);
  expect(await decided(await enter(alone, "bank_fee", "bank"))).toMatchObject([
    { alone: "WITHOUT_RULE", limit_eur_minor: null },
  ]);
});

it("what was asked for under the rule and approved by its maker once one works alone says so", async () => {
  const subject = await enter(world, "bank_fee", "bank");
  world.time.passSeconds(60);
  const { id } = await world.db
    .selectFrom("operator_acts")
    .select("id")
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  const services = { ...alone, config: { payoutAccount: OUR_ACCOUNT } };
  expect(await approve(services, { id, operator_id: maker })).toBe("approved");
  expect(await decided(subject)).toMatchObject([{ alone: "WITHOUT_RULE", limit_eur_minor: 1_000_00 }]);
});
