import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { VoucherCodes } from "../../../app/crypto/crypto.server.ts";
import { releaseDueFunds } from "../../../app/domain/earnings/maturing.server.ts";
import { markOfReceivers } from "../../../app/domain/grouplists/share-out.server.ts";
import type { Jobs } from "../../../app/domain/jobs.ts";
import { type CreatorBalances, getBalances } from "../../../app/domain/ledger/post.server.ts";
import { minor } from "../../../app/domain/money/minor.ts";
import { applySnapshot } from "../../../app/domain/payment-updates/apply-snapshot.server.ts";
import { confirmTip } from "../../../app/domain/payment-updates/checkout.server.ts";
import { handleProviderEvent } from "../../../app/domain/payment-updates/handle-events.server.ts";
import { findPayment, type Payment } from "../../../app/domain/payments/payment-record.server.ts";
import type { Starter } from "../../../app/domain/payments/payment-starts.server.ts";
import type {
  DisputeSnapshot,
  PaymentProvider,
  PaymentSnapshot,
  PaymentType,
  Providers,
} from "../../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../../app/domain/payments/providers/providers.server.ts";
import { quote } from "../../../app/domain/payments/quote.server.ts";
import { saveDetails, savePaymentChoice, startTip } from "../../../app/domain/tips/drafts.server.ts";
import { findProfile } from "../../../app/domain/users/profile.server.ts";
import { createJobs } from "../../../app/jobs/jobs.server.ts";
import { defaultSettings, type Rules } from "../../../app/product-settings.ts";
import type { DB } from "../../../db/schema.ts";
import { insertPaidOut } from "../../../db/seeds/paid-out.ts";
import type { Creator } from "./creators.ts";
import { insertKept } from "./earned-money.ts";
import { type MovableClock, movableClock } from "./sandbox-world.ts";
import { type ScriptedProvider, scriptedProvider } from "./scripted-provider.ts";
import { TEST_VOUCHER_CODES } from "./voucher-codes.ts";

export { accountStatus, type Creator, createCreator, moveAccount } from "./creators.ts";

/** What the domain's functions need of the process: a real database and queue, a movable clock, a scripted provider. */
export interface TipWorld {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
  voucherCodes: VoucherCodes;
  provider: ScriptedProvider;
  /** One operator works alone, unless a test is about two. */
  second_operator_from_minor: number | null;
  /** The scripted one alone. */
  providers: Providers;
  time: MovableClock;
  /** As by default, unless a test sets others. */
  rules: Rules;
}

/** How a tip is given; what is left out is the most usual. */
export interface TipWish {
  /** The fan agrees to be named on the creator's page. */
  onPage: boolean;
  amount: number;
  type: PaymentType;
  country: string;
  payIn: string;
  message: string | null;
  from: string | null;
  email: string | undefined;
  shareEmail: boolean;
  locale: "en" | "de";
  imageId: string | null;
  /** The id of who is signed in. */
  begunBy: string;
  isMonthly: boolean;
}

export function createTipWorld(db: Kysely<DB>, time: MovableClock = movableClock()): TipWorld {
  const provider = scriptedProvider(time.now);
  const providers = createProviders([provider], undefined, { splitsGroups: true });
  const common = {
    rules: defaultSettings.rules,
    db,
    jobs: createJobs(db),
    clock: time.now,
    newId: uuidv7,
    time,
    voucherCodes: TEST_VOUCHER_CODES,
  };
  return { ...common, provider, providers, second_operator_from_minor: null };
}

export const DAY_SECONDS = 86_400;

/** Handles what providers have sent, in order; the outcomes. */
export async function handleOpenEvents(
  world: Parameters<typeof handleProviderEvent>[0] & Pick<TipWorld, "db">,
): Promise<string[]> {
  const open = await world.db
    .selectFrom("provider_webhook_events")
    .select("id")
    .where("handled_at", "is", null)
    .orderBy("received_at")
    .execute();
  const outcomes: string[] = [];
  for (const { id } of open) outcomes.push(await handleProviderEvent(world, id));
  return outcomes;
}

/** Days pass, and what has waited long enough is available. */
export async function mature({ db, clock, time }: Pick<TipWorld, "db" | "clock" | "time">, days: number) {
  time.passSeconds(days * DAY_SECONDS);
  await releaseDueFunds(db, clock());
}

/** A tip with all its steps filled in and nothing begun (DRAFT). Returns its id. */
export async function draftTip(
  world: TipWorld,
  creator: Creator,
  wish: Partial<TipWish> = {},
): Promise<string> {
  const { db, newId } = world;
  const now = world.clock();
  const profile = await findProfile(db, creator.username, now);
  if (!profile) throw new Error(`${creator.username} cannot receive`);
  const id = newId();
  const locale = wish.locale ?? "en";
  await startTip(db, {
    id,
    profile,
    amount_minor: minor(wish.amount ?? 50_00),
    item_id: null,
    earlier: null,
    viewer_id: wish.begunBy ?? null,
    is_monthly: wish.isMonthly ?? false,
    locale,
    now,
  });
  await saveDetails(db, id, {
    sender_name: wish.from ?? null,
    message: wish.message ?? null,
    image_id: wish.imageId ?? null,
    show_on_page: wish.onPage ?? false,
    now,
  });
  await choosePayment(world, id, creator, wish);
  return id;
}

/** The third step: how the fan pays. */
export async function choosePayment(
  world: TipWorld,
  tipId: string,
  creator: Creator,
  wish: Partial<TipWish>,
): Promise<boolean> {
  const choice = {
    type: wish.type ?? ("INETCASH_CC" as const),
    country: wish.country ?? "DE",
    pay_currency: wish.payIn ?? creator.currency,
    email: wish.email,
    share_email: wish.shareEmail ?? false,
    locale: wish.locale ?? ("en" as const),
  };
  return await savePaymentChoice(world.db, tipId, choice, world.clock());
}

/** The summary's post, as the route does it; the price is the one that the fan saw unless another is given. */
export async function confirm(
  world: TipWorld,
  tipId: string,
  change: {
    provider?: PaymentProvider;
    seen?: number;
    /** Of a group's tip. */
    seenMembers?: readonly { id: string }[];
    paymentId?: string;
    noticeUrl?: (provider: string) => string;
    needsFreshRate?: boolean;
    locale?: "en" | "de";
    starter?: Starter;
  } = {},
) {
  const providers = change.provider ? createProviders([change.provider]) : world.providers;
  const seen = change.seen ?? (await priceOf(world, tipId));
  return await confirmTip(
    { ...world, providers },
    {
      tip_id: tipId,
      seen_charged_minor: seen,
      seen_members: change.seenMembers && markOfReceivers(change.seenMembers),
      payment_id: change.paymentId ?? world.newId(),
      locale: change.locale ?? "en",
      description: change.locale === "de" ? "Trinkgeld" : "Tip",
      urls: {
        success: (id) => `https://tribute.example/payment/success/${id}`,
        failed: (id) => `https://tribute.example/payment/failed?payment=${id}`,
        notice: change.noticeUrl ?? ((provider) => `https://tribute.example/webhooks/${provider}`),
      },
      needs_fresh_rate: change.needsFreshRate ?? false,
      consent: "each month until I stop it",
      rules: world.rules,
      starter: change.starter ?? null,
    },
  );
}

/** What the fan will be charged for a tip, in minor units of the currency that they pay in. */
export async function priceOf(world: TipWorld, tipId: string): Promise<number> {
  const tip = await world.db.selectFrom("tips").selectAll().where("id", "=", tipId).executeTakeFirstOrThrow();
  const price = await quote(world.db, {
    amount_minor: minor(tip.amount_minor),
    currency: tip.currency,
    type: tip.payment_type as PaymentType | null,
    pay_currency: tip.pay_currency ?? tip.currency,
    country: tip.country ?? "DE",
    now: world.clock(),
    needs_fresh_rate: false,
    rules: world.rules,
  });
  if (!price) throw new Error("there is no price today");
  return price.charged_minor;
}

/** A tip whose payment has begun: the tip AWAITING_PAYMENT, its payment REDIRECTED. */
export async function beginTip(
  world: TipWorld,
  creator: Creator,
  wish: Partial<TipWish> = {},
): Promise<Payment> {
  const tipId = await draftTip(world, creator, wish);
  const paymentId = world.newId();
  const outcome = await confirm(world, tipId, { paymentId });
  if (outcome.outcome !== "pay") throw new Error(`the payment was not begun: ${outcome.outcome}`);
  return await paymentOf(world, paymentId);
}

/** A tip that is paid, and settled by what the provider says. */
export async function payTip(
  world: TipWorld,
  creator: Creator,
  wish: Partial<TipWish> = {},
): Promise<Payment> {
  const payment = await beginTip(world, creator, wish);
  await tell(world, payment, { state: "PAID" });
  return await paymentOf(world, payment.id);
}

export async function paymentOf(world: TipWorld, paymentId: string): Promise<Payment> {
  const payment = await findPayment(world.db, paymentId);
  if (!payment) throw new Error(`no payment ${paymentId}`);
  return payment;
}

export async function tipOf(world: TipWorld, payment: Pick<Payment, "tip_id">) {
  return await world.db
    .selectFrom("tips")
    .selectAll()
    .where("id", "=", payment.tip_id ?? "")
    .executeTakeFirstOrThrow();
}

/** What the provider would say of a payment now: PAID unless something else is asked for. */
export function snapshotOf(
  world: TipWorld,
  payment: Payment,
  change: Partial<PaymentSnapshot> = {},
): PaymentSnapshot {
  const state = change.state ?? "PAID";
  return {
    providerRef: payment.provider_ref ?? `ref-${payment.id}`,
    paymentId: payment.id,
    state,
    amountMinor: payment.charged_minor,
    currency: payment.charged_currency,
    paidAt: state === "PAID" ? (payment.settled_at ?? world.clock()) : null,
    failureCode: null,
    refunds: [],
    disputes: [],
    ...change,
  };
}

/** Tells the product what the provider says, as the job of a notice does. Returns the outcome's word. */
export async function tell(
  world: TipWorld,
  payment: Payment,
  change: Partial<PaymentSnapshot> = {},
): Promise<string> {
  const current = await paymentOf(world, payment.id);
  return await applySnapshot(world, current, snapshotOf(world, current, change));
}

/** Tells of a dispute; over the whole charge unless an amount is given. */
export async function tellDispute(
  world: TipWorld,
  payment: Payment,
  state: DisputeSnapshot["state"],
  change: { amount?: number; ref?: string } = {},
): Promise<string> {
  const dispute = {
    disputeRef: change.ref ?? "dispute-1",
    state,
    amountMinor: change.amount ?? payment.charged_minor,
  };
  return await tell(world, payment, { disputes: [dispute] });
}

/** What stands to a creator's name, without the zeros. */
export async function balancesOf(
  world: TipWorld,
  creator: Creator,
  currency = creator.currency,
): Promise<Partial<CreatorBalances>> {
  const balances = await getBalances(world.db, creator.id, currency);
  return Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== 0));
}

/** What the platform earned before, so that it can bear what a creator owes for a while (check 12). */
export async function earnBefore(world: TipWorld, currency: string, amount: number): Promise<void> {
  await insertKept(world.db, { currency, amount_minor: amount, provider: "scripted", now: world.clock() });
}

/** Pays out all that a creator has available: the provider settles, the payout is requested, the bank confirms. */
export async function payOut(world: TipWorld, creator: Creator): Promise<number> {
  const { currency } = creator;
  const gross = (await getBalances(world.db, creator.id, currency)).creator_available;
  const paid = { creator_id: creator.id, currency, amount_minor: gross, provider: "scripted" };
  const by = { operator_id: creator.id, issuer: ["Tribute GmbH"], at: world.clock() };
  await world.db.transaction().execute((trx) => insertPaidOut(trx, world, { ...paid, ...by }));
  return gross;
}
