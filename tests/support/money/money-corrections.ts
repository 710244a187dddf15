import { expect } from "vitest";
import { correct } from "../../../app/domain/corrections/corrections.server.ts";
import { findCorrectionKind } from "../../../app/domain/ledger/rules/correction-posting-rules.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import type { Creator } from "./creators.ts";
import type { MoneyModel } from "./money-model.ts";
import { currencyOf, type GivenCorrection } from "./money-steps.ts";
import { approveAbout, type PayoutWorld } from "./payout-world.ts";
import { credit } from "./purse.ts";

/** Accounts, and what moves by them: goodwill that is given or taken again, a debt that its creator pays by transfer. */
const WAYS = [
  { debit: "goodwill", credit: "creator_available" },
  { debit: "creator_available", credit: "goodwill" },
  { debit: "bank", credit: "creator_receivable" },
] as const;

/** Two operators correct a creator's money; on paper it is a credit, less money, or less debt, never below zero. */
export async function correctCreator(
  world: PayoutWorld,
  [maker, checker]: readonly [string, string],
  creator: Creator,
  model: MoneyModel,
  step: GivenCorrection,
): Promise<void> {
  if (model.of(step.who).hasLeft) return;
  const way = WAYS[step.way % WAYS.length] ?? WAYS[0];
  const kind = findCorrectionKind(way);
  if (!kind) throw new Error(`no correcting entry goes from ${way.debit} to ${way.credit}`);
  const [currency, amount_minor] = [currencyOf(step.currency), minor(step.amount)];
  const [correction_id, purse] = [world.newId(), model.purse(step.who, currency)];
  const most = way.debit === "goodwill" ? step.amount : way.debit === "bank" ? purse.owed : purse.available;
  const entry = { correction_id, kind, owner: creator.username, currency, amount_minor };
  const done = await correct(world, { ...entry, reference: "R 1", reason: "test", operator_id: maker });
  expect(done).toBe(step.amount <= most ? "waiting" : "too_little");
  if (done !== "waiting") return;
  expect(await approveAbout(world, `correction:${correction_id}`, checker)).toBe("approved");
  if (way.debit === "goodwill") credit(purse, step.amount);
  else if (way.debit === "bank") purse.owed -= step.amount;
  else purse.available -= step.amount;
}
