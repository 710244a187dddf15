import { createEncryption, createTokens } from "../../../app/crypto/crypto.server.ts";
import { type ApprovalOutcome, approve } from "../../../app/domain/approvals/approvals.server.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import { fetchBatchFile, makeBatch } from "../../../app/domain/payouts/batches/batches.server.ts";
import type { PayoutDestination } from "../../../app/domain/payouts/destinations/payout-data.schema.ts";
import {
  confirmPayoutData,
  decidePayoutData,
  requestPayoutData,
} from "../../../app/domain/payouts/destinations/payout-data.server.ts";
import { requestWithdrawal } from "../../../app/domain/payouts/requests/withdrawals.server.ts";
import { createAccount } from "../../../app/domain/users/user.server.ts";
import { TEST_SECRETS } from "../http/product.ts";
import { type Creator, createCreator } from "./creators.ts";
import { insertEarned } from "./earned-money.ts";
import type { TipWorld } from "./tip-world.ts";

/** What the world's tokens and seals are made with: the same as a product's under test, which can read them. */
export const PAYOUT_SECRET = TEST_SECRETS.APP_SECRET;

/** A tip world that can also pay out. */
export type PayoutWorld = TipWorld & {
  tokens: ReturnType<typeof createTokens>;
  encryption: ReturnType<typeof createEncryption>;
  issuer: readonly string[];
};

export const ISSUER = ["Tribute GmbH", "Beispielweg 1", "10115 Berlin"];

export function withPayouts(world: TipWorld): PayoutWorld {
  const [tokens, encryption] = [createTokens(PAYOUT_SECRET), createEncryption(PAYOUT_SECRET)];
  return { ...world, tokens, encryption, issuer: ISSUER };
}

/** Nothing in it; what a test wants of it is filled in. */
export const EMPTY_DETAILS: PayoutDestination = {
  bank_account_owner: null,
  bank_name: null,
  bank_iban: null,
  bank_bic: null,
  bank_country_id: null,
  paypal_account_owner: null,
  paypal_email: null,
  paxum_account_owner: null,
  paxum_email: null,
  payoneer_account_owner: null,
  payoneer_email: null,
};

export const GERMAN_BANK: PayoutDestination = {
  ...EMPTY_DETAILS,
  bank_account_owner: "Ada Kessler",
  bank_name: "Testbank",
  bank_iban: "DE89370400440532013000",
  bank_bic: "COBADEFFXXX",
  bank_country_id: 1,
};

/** Whoever decides in the back office; made once for a world's database. */
export async function makeOperator(world: TipWorld): Promise<string> {
  const id = world.newId();
  await createAccount(world.db, {
    ...{ id, email: `${id}@tribute.example`, now: world.clock(), name: null, username: null },
    ...{ currency: "EUR", locale: null, role: "ADMIN" },
  });
  return id;
}

/** A creator's payout data, entered and confirmed with the code: it waits for an operator. Returns its id. */
export async function confirmNewData(
  world: PayoutWorld,
  creator: Creator,
  change: { details?: PayoutDestination; country?: string | null } = {},
): Promise<string> {
  await world.db
    .updateTable("users")
    .set({ firstname: "Ada", lastname: "Kessler" })
    .where("id", "=", creator.id)
    .execute();
  const requested = await requestPayoutData(world, {
    user_id: creator.id,
    details: change.details ?? GERMAN_BANK,
    bank_country: change.country === undefined ? "DE" : change.country,
  });
  if (requested.outcome !== "code_sent") throw new Error(`payout data refused: ${requested.reason}`);
  const { id } = requested;
  const code = world.tokens.code("payout-code", id);
  const confirmed = await confirmPayoutData(world, { user_id: creator.id, id, code });
  if (confirmed !== "confirmed") throw new Error(`the code was ${confirmed}`);
  return id;
}

/** A creator's payout data all the way: entered, confirmed with the code, accepted by an operator. */
export async function acceptPayoutData(
  world: PayoutWorld,
  creator: Creator,
  change: { details?: PayoutDestination; country?: string | null; operator?: string } = {},
): Promise<string> {
  const id = await confirmNewData(world, creator, change);
  const operator_id = change.operator ?? (await makeOperator(world));
  const decided = await decidePayoutData(world, { id, operator_id, decision: "accepted" });
  if (decided !== "accepted") throw new Error(`the decision was ${decided}`);
  return id;
}

/** Money that a creator has available, as after tips that have matured. */
export async function earn(
  world: TipWorld,
  creator: Creator,
  amount: number,
  currency = creator.currency,
): Promise<void> {
  const earned = { creator_id: creator.id, currency, amount_minor: amount };
  await insertEarned(world.db, { ...earned, provider: "scripted", now: world.clock() });
}

/** A creator who can be paid out, and has earned this much. */
export async function richCreator(
  world: PayoutWorld,
  amount: number,
  change: Parameters<typeof createCreator>[1] = {},
): Promise<Creator> {
  const creator = await createCreator(world, change);
  await acceptPayoutData(world, creator);
  if (amount > 0) await earn(world, creator, amount);
  return creator;
}

/** Asks for an amount; without one, for all. */
export const withdraw = (
  world: PayoutWorld,
  { id: user_id }: Creator,
  amount: number | null = null,
  currency: "EUR" | "USD" | "GBP" = "EUR",
) => requestWithdrawal(world, { user_id, currency, amount_minor: amount === null ? null : minor(amount) });

export const enterPayoutData = (world: PayoutWorld, { id: user_id }: Creator, details = GERMAN_BANK) =>
  requestPayoutData(world, { user_id, details, bank_country: "DE" });

export async function payoutsOf(world: TipWorld, creator: Creator) {
  return await world.db
    .selectFrom("payouts")
    .selectAll()
    .where("creator_id", "=", creator.id)
    .orderBy("requested_at")
    .orderBy("currency")
    .execute();
}

/** The account that creators are paid from. */
export const OUR_ACCOUNT = { owner: "Tribute", iban: "DE02120300000000202051", bic: "BYLADEM1001" };

/** A creator who has earned this much and asked for all of it; by Paxum if so. */
export async function waitingForMoney(
  world: PayoutWorld,
  amount: number,
  currency: "EUR" | "USD" = "EUR",
  isPaxum = false,
): Promise<Creator> {
  const creator = await createCreator(world, { currency });
  const paxum = { ...EMPTY_DETAILS, paxum_account_owner: "Ada Kessler", paxum_email: "ada@example.org" };
  await acceptPayoutData(world, creator, isPaxum ? { details: paxum, country: null } : {});
  if (isPaxum)
    await world.db
      .updateTable("users")
      .set({ payout_method: "PAXUM" })
      .where("id", "=", creator.id)
      .execute();
  await earn(world, creator, amount);
  const outcome = await requestWithdrawal(world, { user_id: creator.id, currency, amount_minor: null });
  if (outcome.outcome !== "requested") throw new Error(outcome.reason);
  return creator;
}

/** Puts all that waits on a rail into a batch, which another operator releases where it takes two, and fetches its file. */
export async function batchUp(
  world: PayoutWorld,
  operator_id: string,
  order: Partial<Pick<Parameters<typeof makeBatch>[1], "rail" | "currency">> & { releaser?: string } = {},
): Promise<string> {
  const { rail = "SEPA", currency = "EUR", releaser } = order;
  const made = await makeBatch(world, { rail, currency, operator_id, account: OUR_ACCOUNT });
  if (made.outcome !== "made") throw new Error(`no batch: ${made.outcome}`);
  const { batch_id } = made;
  if (world.second_operator_from_minor !== null)
    await approveAbout(world, `payout_batch:${batch_id}`, releaser ?? (await makeOperator(world)));
  const file = await fetchBatchFile(world, { batch_id, operator_id });
  if (!file) throw new Error("the batch has no file");
  return batch_id;
}

/** A second operator approves what waits about a thing. */
export async function approveAbout(
  world: PayoutWorld,
  subject: string,
  operator_id: string,
): Promise<ApprovalOutcome> {
  const waiting = await world.db
    .selectFrom("operator_acts")
    .select("id")
    .where("subject", "=", subject)
    .where("status", "=", "WAITING")
    .executeTakeFirst();
  if (!waiting) throw new Error(`nothing waits about ${subject}`);
  const config = { payoutAccount: OUR_ACCOUNT };
  return await approve({ ...world, config }, { id: waiting.id, operator_id });
}
