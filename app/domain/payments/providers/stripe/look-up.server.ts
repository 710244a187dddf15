import { z } from "zod";
import { type PaymentSnapshot, ProviderUnavailable } from "../../provider-port.ts";
import { type Ask, UnknownAtStripe } from "./client.server.ts";
import {
  disputeSchema,
  EXPAND,
  listedSchema,
  paymentOf,
  type Refund,
  refundSchema,
  type Session,
  sessionSchema,
  snapshot,
} from "./objects.ts";
import { type Place, readPlace, referenceTo, within } from "./place.ts";

const LOOKED_THROUGH = 2_000;
const MINUTE = 60;

export interface OwnSession extends Session {
  client_reference_id: string;
  place: Place;
}

/** The page of a reference, if it is one of ours. */
export async function findSession(ask: Ask, reference: string): Promise<OwnSession | null> {
  // Another form is no id of Stripe.
  const place = readPlace(reference, "cs");
  if (!place) return null;
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
  if (!intent || payment_status !== "paid") return snapshot(named, paymentId, [], []);
  const paid = { account: place.account, id: intent.id };
  const [refunds, disputes] = await Promise.all([
    listRefunds(ask, paid),
    intent.latest_charge?.disputed
      ? ask(z.object({ data: z.array(disputeSchema) }), (stripe) =>
          stripe.disputes.list({ payment_intent: intent.id, limit: 100 }, within(paid)),
        )
      : { data: [] },
  ]);
  return snapshot(named, paymentId, refunds, disputes.data);
}

/** By the time that our id has in it. */
export async function searchSession(
  ask: Ask,
  paymentId: string,
  account: string | null,
): Promise<string | null> {
  const since = Math.trunc(Number.parseInt(paymentId.replaceAll("-", "").slice(0, 12), 16) / 1000);
  const soon = since + 10 * MINUTE;
  for (const created of [
    { gte: since - 5 * MINUTE, lt: soon },
    { gte: soon, lt: since + 25 * 60 * MINUTE },
  ]) {
    const pages = await ask(z.array(listedSchema), (stripe) =>
      stripe.checkout.sessions
        .list({ created, limit: 100 }, within({ account }))
        .autoPagingToArray({ limit: LOOKED_THROUGH }),
    );
    const found = pages.find((page) => paymentOf(page) === paymentId);
    if (found) return referenceTo({ account, id: found.id });
    if (pages.length >= LOOKED_THROUGH)
      throw new ProviderUnavailable("stripe has too many pages of that time to look through");
  }
  return null;
}

/** The payment of a PaymentIntent, `pi_…` or `acct_…/pi_…`. */
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
  if (!session || paymentId === null) return null;
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
