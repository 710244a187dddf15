import type { Kysely } from "kysely";
import type { VoucherCodes } from "../../app/crypto/crypto.server.ts";
import type { Jobs } from "../../app/domain/jobs.ts";
import type { Media } from "../../app/domain/media/media-port.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { applySnapshot } from "../../app/domain/payment-updates/apply-snapshot.server.ts";
import { confirmTip } from "../../app/domain/payment-updates/checkout.server.ts";
import { findPayment } from "../../app/domain/payments/payment-record.server.ts";
import {
  ALL_ABILITIES,
  type DisputeSnapshot,
  type PaymentProvider,
  type PaymentSnapshot,
  type PaymentType,
} from "../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { quote } from "../../app/domain/payments/quote.server.ts";
import { saveDetails, savePaymentChoice, startTip } from "../../app/domain/tips/drafts.server.ts";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import {
  hashBody,
  insertPaymentOnce,
  newPageToken,
} from "../../app/sandbox-provider/sandbox-store.server.ts";
import type { Locale } from "../../locales/index.ts";
import type { DB } from "../schema.ts";
import { createRandom } from "./demo-random.ts";
import type { DemoCreator } from "./world/creator-type.ts";
import { demoCreators } from "./world/creators.ts";
import { demoMessages } from "./world/messages.ts";

export interface DemoServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  voucherCodes: VoucherCodes;
  jobs: Jobs;
  media: Media;
  noticeUrl: (provider: string) => string;
  log: { info(message: string): void };
}

export type SeededCreator = DemoCreator & { id: string };

export interface DemoTip {
  at: Date;
  amount_minor: number;
  item_id: string | null;
  type: PaymentType;
  country: string;
  message: string | null;
  from: string | null;
  locale: Locale;
}

const DAYS = 182;
const DAY_MS = 86_400_000;
const TIPS_IN_ALL = 1000;

const FAN_COUNTRIES = [
  ["DE", 46],
  ["AT", 12],
  ["CH", 8],
  ["GB", 10],
  ["US", 9],
  ["FR", 6],
  ["NL", 5],
  ["ES", 4],
] as const;

const TYPES = [
  ["INETCASH_CC", 60],
  ["INETCASH_DB", 18],
  ["INETCASH_OB", 12],
  ["INETCASH_DD", 10],
] as const;

const popularityInAll = demoCreators.reduce((sum, each) => sum + each.popularity, 0);

/** Six months, growing towards today; begins with existing tips. */
export async function seedTips(
  services: DemoServices,
  creator: SeededCreator,
  today: Date,
  signal: AbortSignal,
): Promise<void> {
  const tips = await imagineTips(services.db, creator, today);
  const seeded = await countPaidTips(services.db, creator.id);
  for (const tip of tips.slice(seeded)) {
    signal.throwIfAborted();
    await tellTip(services, creator, tip);
  }
}

/** Deterministic by creator. */
async function imagineTips(db: Kysely<DB>, creator: SeededCreator, today: Date): Promise<DemoTip[]> {
  const random = createRandom(creator.username);
  const words = wordsFor(
    creator,
    demoCreators.filter((each) => each.popularity > 0).map((each) => each.username),
  );
  const share = Math.round((TIPS_IN_ALL * creator.popularity) / popularityInAll);
  const count = Math.max(share, words.length);
  const items = await itemsOf(db, creator);
  const presets = [...(creator.amounts?.presets_minor ?? productRules.tip.presets_minor).entries()];
  const days = Array.from({ length: count }, () => DAYS * (1 - random.next() ** 0.8)).sort((a, b) => b - a);
  return days.map((daysAgo, index) => {
    const isForItem = creator.amounts?.onlyItems || random.next() < 0.6;
    const item = items.length > 0 && isForItem ? items[random.below(items.length)] : undefined;
    const isEuro = creator.currency === "EUR";
    const word = words[days.length - 1 - index];
    return {
      at: new Date(today.getTime() - daysAgo * DAY_MS - 60_000),
      amount_minor:
        item?.amount_minor ?? random.weighted(presets.map(([place, preset]) => [preset, 5 - place])),
      item_id: item?.id ?? null,
      type: isEuro ? random.weighted(TYPES) : "INETCASH_CC",
      country: random.weighted(FAN_COUNTRIES),
      message: word?.text ?? null,
      from: word?.from ?? null,
      locale: word?.locale ?? creator.locale,
    };
  });
}

async function countPaidTips(db: Kysely<DB>, creatorId: string): Promise<number> {
  const { seeded } = await db
    .selectFrom("tips")
    .select((eb) => eb.fn.countAll<number>().as("seeded"))
    .where("creator_id", "=", creatorId)
    .where("paid_at", "is not", null)
    .executeTakeFirstOrThrow();
  return seeded;
}

function wordsFor(creator: DemoCreator, receiving: readonly string[]) {
  const place = receiving.indexOf(creator.username);
  const own = demoMessages.filter((message) => message.to === creator.username);
  const shared = demoMessages.filter((message) => message.to === undefined);
  return [...own, ...shared.filter((_, index) => place >= 0 && index % receiving.length === place)];
}

async function itemsOf(
  db: Kysely<DB>,
  creator: SeededCreator,
): Promise<{ id: string | null; amount_minor: number }[]> {
  const rows = await db
    .selectFrom("tribute_items")
    .select(["id", "name"])
    .where("user_id", "=", creator.id)
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return creator.items.map(({ name, amount_minor }) => ({ id: ids.get(name) ?? null, amount_minor }));
}

/** Each step at its own time. Returns the payment's id. */
export async function tellTip(services: DemoServices, creator: SeededCreator, tip: DemoTip): Promise<string> {
  const { db } = services;
  const profile = await findProfile(db, creator.username, tip.at);
  if (!profile) throw new Error(`${creator.username} cannot receive tips`);
  const tipId = services.newId();
  const amount = minor(tip.amount_minor);
  const begun = {
    id: tipId,
    amount_minor: amount,
    locale: tip.locale,
    earlier: null,
    viewer_id: null,
    now: tip.at,
  };
  await startTip(db, { ...begun, profile, item_id: tip.item_id });
  return await payDraft(services, tipId, tip, creator);
}

export async function payDraft(
  services: DemoServices,
  tipId: string,
  tip: DemoTip,
  receiver: { name: string; currency: string; members?: string },
): Promise<string> {
  const { db } = services;
  const clock = () => tip.at;
  const paymentId = services.newId();
  const amount = minor(tip.amount_minor);
  const said = { sender_name: tip.from, message: tip.message, image_id: null };
  await saveDetails(db, tipId, { ...said, show_on_page: tip.message !== null, now: tip.at });
  const { currency } = receiver;
  await savePaymentChoice(
    db,
    tipId,
    {
      type: tip.type,
      country: tip.country,
      pay_currency: currency,
      email: undefined,
      share_email: false,
      locale: tip.locale,
    },
    tip.at,
  );
  const price = await quote(db, {
    amount_minor: amount,
    currency,
    type: tip.type,
    pay_currency: currency,
    country: tip.country,
    now: tip.at,
    needs_fresh_rate: false,
    rules: defaultSettings.rules,
  });
  const outcome = await confirmTip(
    { ...services, clock, providers: createProviders([pastProvider(services, tip.at)]) },
    {
      tip_id: tipId,
      seen_charged_minor: price?.charged_minor ?? 0,
      seen_members: receiver.members,
      payment_id: paymentId,
      locale: tip.locale,
      description: receiver.name,
      urls: { success: pastPage, failed: pastPage, notice: services.noticeUrl },
      needs_fresh_rate: false,
      rules: defaultSettings.rules,
      starter: null,
    },
  );
  if (outcome.outcome !== "pay") throw new Error(`a demo tip was not begun: ${outcome.outcome}`);
  await tellPaymentNews(services, paymentId, tip.at, []);
  return paymentId;
}

export async function tellPaymentNews(
  services: DemoServices,
  paymentId: string,
  at: Date,
  disputes: DisputeSnapshot[],
): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (!payment) throw new Error(`no payment ${paymentId}`);
  const snapshot: PaymentSnapshot = {
    providerRef: pastRef(paymentId),
    paymentId,
    state: "PAID",
    amountMinor: payment.charged_minor,
    currency: payment.charged_currency,
    paidAt: payment.settled_at ?? at,
    failureCode: null,
    refunds: [],
    disputes,
  };
  await applySnapshot({ ...services, clock: () => at }, payment, snapshot);
}

const pastPage = () => "https://demo.example/";
const pastRef = (paymentId: string) => `pay_${paymentId.replaceAll("-", "")}`;

/** In the sandbox, so that they can be refunded. */
function pastProvider({ db }: DemoServices, at: Date) {
  return {
    name: "sandbox",
    abilities: ALL_ABILITIES,
    offers: () => TYPES.map(([type]) => ({ type, currencies: ["EUR", "USD", "GBP"] })),
    redirectOrigins: () => [],
    create: async (order) => {
      const ref = pastRef(order.paymentId);
      await insertPaymentOnce(db, {
        ...{ ref, payment_id: order.paymentId, page_token: newPageToken(), body_hash: hashBody(order) },
        ...{ type: order.type, amount_minor: order.amountMinor, currency: order.currency },
        ...{ description: order.description.slice(0, 200), locale: order.locale },
        ...{ success_url: order.successUrl, failed_url: order.failedUrl, notice_url: order.noticeUrl },
        ...{ state: "PAID", created_at: at, expires_at: order.expiresAt, paid_at: at, ended_at: at },
      });
      return { providerRef: ref, redirectUrl: "about:blank" };
    },
    fetch: async () => null,
    find: () => Promise.reject(new Error("nobody looks for the past")),
    cancel: () => Promise.reject(new Error("nobody cancels the past")),
    refund: () => Promise.reject(new Error("nobody refunds the past")),
    readEvent: () => ({ outcome: "refused", reason: "malformed" }),
    readSettlement: () => ({ line: null, fault: "no_rows" }),
  } satisfies PaymentProvider;
}
