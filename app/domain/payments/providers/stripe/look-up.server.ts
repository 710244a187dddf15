import { z } from "zod";
import { type ChargeRefusal, type PaymentSnapshot, ProviderUnavailable } from "../../provider-port.ts";
import { type Ask, UnknownAtStripe } from "./client.server.ts";
import {
  chargedPayment,
  chargeIntentNameSchema,
  chargeIntentSchema,
  disputeSchema,
  EXPAND,
  listedSchema,
  methodSchema,
  type Place,
  paymentOf,
  type Refund,
  readPlace,
  referenceTo,
  refundSchema,
  type Session,
  savedMethod,
  sessionSchema,
  snapshot,
  within,
} from "./objects.ts";

const LOOKED_THROUGH = 2_000;
const MINUTE = 60;

export interface OwnSession extends Session {
  client_reference_id: string;
  place: Place;
}

/** If it is one of ours. */
export async function findSession(ask: Ask, reference: string): Promise<OwnSession | null> {
  // Another form is no id of Stripe.
  const place = readPlace(reference, "cs");
  if (!place) return await findCharge(ask, reference);
  try {
    const session = await ask(sessionSchema, (stripe) =>
      stripe.checkout.sessions.retrieve(place.id, { expand: EXPAND }, within(place)),
    );
    const paymentId = paymentOf(session);
    return paymentId === null ? null : { ...session, client_reference_id: paymentId, place };
  } catch (error) {
    if (error instanceof UnknownAtStripe) return null;
    throw error;
  }
}

async function findCharge(ask: Ask, reference: string): Promise<OwnSession | null> {
  const place = readPlace(reference, "pi");
  if (!place) return null;
  const intent = await known(
    ask(chargeIntentSchema, (stripe) =>
      stripe.paymentIntents.retrieve(place.id, { expand: ["latest_charge"] }, within(place)),
    ),
  );
  const paymentId = intent && chargedPayment(intent.metadata);
  if (!intent || !paymentId) return null;
  return {
    ...{
      id: intent.id,
      place,
      client_reference_id: paymentId,
      metadata: intent.metadata,
      status: "complete",
    },
    payment_status: intent.status === "succeeded" ? "paid" : "unpaid",
    ...{ amount_total: intent.amount, currency: intent.currency, payment_intent: intent },
    ...{ url: null, success_url: null, cancel_url: null },
  };
}

async function known<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof UnknownAtStripe) return null;
    throw error;
  }
}

export const isCharge = ({ place }: OwnSession) => place.id.startsWith("pi_");

export async function listRefunds(ask: Ask, { account, id }: Place): Promise<Refund[]> {
  return await ask(z.array(refundSchema), (stripe) =>
    stripe.refunds
      .list({ payment_intent: id, limit: 100 }, within({ account }))
      .autoPagingToArray({ limit: LOOKED_THROUGH }),
  );
}

export async function describe(ask: Ask, session: OwnSession): Promise<PaymentSnapshot> {
  const { payment_intent: intent, payment_status, client_reference_id: paymentId, place } = session;
  const named = { ...session, id: referenceTo(place) };
  const saved = intent && (await savedOf(ask, session));
  if (!intent || payment_status !== "paid") {
    const described = snapshot(named, paymentId, [], []);
    const error = intent?.last_payment_error;
    const refusal = isCharge(session) ? refusalOf([error?.decline_code, error?.code]) : null;
    return { ...described, ...(described.state === "FAILED" ? refusal && { refusal } : saved) };
  }
  const paid = { account: place.account, id: intent.id };
  const [refunds, disputes] = await Promise.all([
    listRefunds(ask, paid),
    intent.latest_charge?.disputed
      ? ask(z.object({ data: z.array(disputeSchema) }), (stripe) =>
          stripe.disputes.list({ payment_intent: intent.id, limit: 100 }, within(paid)),
        )
      : { data: [] },
  ]);
  return { ...snapshot(named, paymentId, refunds, disputes.data), ...saved };
}

async function savedOf(
  ask: Ask,
  { place, status, payment_intent }: OwnSession,
): Promise<Pick<PaymentSnapshot, "savedMethod">> {
  const id = payment_intent?.payment_method;
  if (!id || status !== "complete" || payment_intent.setup_future_usage !== "off_session") return {};
  const method = await known(
    ask(methodSchema, (stripe) => stripe.paymentMethods.retrieve(id, {}, within(place))),
  );
  const kept = method && savedMethod(method);
  return kept ? { savedMethod: kept } : {};
}

export async function searchSession(
  ask: Ask,
  paymentId: string,
  account: string | null,
): Promise<string | null> {
  const page = await searchByTime(paymentId, account, (created) =>
    ask(z.array(listedSchema), (stripe) =>
      stripe.checkout.sessions
        .list({ created, limit: 100 }, within({ account }))
        .autoPagingToArray({ limit: LOOKED_THROUGH }),
    ),
  );
  if (page) return page;
  return await searchByTime(paymentId, account, async (created) => {
    const intents = await ask(z.array(chargeIntentNameSchema), (stripe) =>
      stripe.paymentIntents
        .list({ created, limit: 100 }, within({ account }))
        .autoPagingToArray({ limit: LOOKED_THROUGH }),
    );
    return intents.map((each) => ({ ...each, client_reference_id: chargedPayment(each.metadata) }));
  });
}

type Listed = z.infer<typeof listedSchema>;

async function searchByTime(
  paymentId: string,
  account: string | null,
  list: (created: { gte: number; lt: number }) => Promise<Listed[]>,
): Promise<string | null> {
  const since = Math.trunc(Number.parseInt(paymentId.replaceAll("-", "").slice(0, 12), 16) / 1000);
  const soon = since + 10 * MINUTE;
  for (const created of [
    { gte: since - 5 * MINUTE, lt: soon },
    { gte: soon, lt: since + 25 * 60 * MINUTE },
  ]) {
    const pages = await list(created);
    const found = pages.find((page) => paymentOf(page) === paymentId);
    if (found) return referenceTo({ account, id: found.id });
    if (pages.length >= LOOKED_THROUGH)
      throw new ProviderUnavailable("stripe has too many pages of that time to look through");
  }
  return null;
}

export async function nameOf(
  ask: Ask,
  about: string,
): Promise<{ providerRef: string; paymentId: string } | null> {
  const intent = readPlace(about, "pi");
  if (!intent) return null;
  const { data } = await ask(z.object({ data: z.array(listedSchema) }), (stripe) =>
    stripe.checkout.sessions.list({ payment_intent: intent.id, limit: 1 }, within(intent)),
  );
  const [session] = data;
  const paymentId = session ? paymentOf(session) : null;
  if (!session) {
    const charge = await findCharge(ask, about);
    return charge && { providerRef: about, paymentId: charge.client_reference_id };
  }
  if (paymentId === null) return null;
  return { providerRef: referenceTo({ account: intent.account, id: session.id }), paymentId };
}

/** Closes a page and cancels an awaited transfer. A bank's processing cannot be stopped. */
export async function cancelAtStripe(ask: Ask, { place, status, payment_intent }: OwnSession): Promise<void> {
  const isAwaited = status === "complete" && payment_intent?.status === "requires_action";
  await ask(z.object({ id: z.string() }), (stripe) =>
    isAwaited && payment_intent
      ? stripe.paymentIntents.cancel(payment_intent.id, {}, within(place))
      : stripe.checkout.sessions.expire(place.id, {}, within(place)),
  );
}

/** By Stripe's published codes; all others need another method. */
const RETRIED = new Set(
  (
    "insufficient_funds processing_error try_again_later issuer_not_available reenter_transaction approve_with_id " +
    "withdrawal_count_limit_exceeded card_velocity_exceeded lock_timeout rate_limit payment_intent_rate_limit_exceeded " +
    "card_decline_rate_limit_exceeded payment_method_provider_timeout"
  ).split(" "),
);
const CONFIRMED = new Set(
  "authentication_required authentication_not_handled payment_intent_action_required payment_intent_authentication_failure offline_pin_required online_or_offline_pin_required".split(
    " ",
  ),
);

/** Of a saved method's charge. */
export function refusalOf(codes: readonly (string | null | undefined)[]): ChargeRefusal {
  const known = codes.flatMap((code) => code ?? []);
  if (known.some((code) => CONFIRMED.has(code))) return "CONFIRM";
  return known.some((code) => RETRIED.has(code)) ? "RETRY" : "METHOD";
}
