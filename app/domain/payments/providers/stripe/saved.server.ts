import type StripeClient from "stripe";
import { z } from "zod";
import {
  type PaymentSnapshot,
  ProviderRefused,
  ProviderUnavailable,
  type SavedCharge,
  type SavedMethod,
  type SavedMethods,
  type SetUpOrder,
  type SetUpSnapshot,
} from "../../provider-port.ts";
import { AccountGone, type Ask, DeclinedAtStripe, UnknownAtStripe } from "./client.server.ts";
import { describe, findSession } from "./look-up.server.ts";
import {
  CHARGE_KEY,
  createdSchema,
  PAYMENT_KEY,
  readPlace,
  referenceTo,
  savedMethod,
  setUpOf,
  setUpSchema,
  within,
} from "./objects.ts";

const namedSchema = z.object({ id: z.string() });

type ChargeParams = (
  order: SavedCharge,
) => Pick<StripeClient.PaymentIntentCreateParams, "statement_descriptor" | "statement_descriptor_suffix">;
type SetUpParams = (order: SetUpOrder) => StripeClient.Checkout.SessionCreateParams;

/** A customer's, in our account or a creator's (docs/decisions/104). */
export function stripeSavedMethods(
  ask: Ask,
  params: { ofCharge: ChargeParams; ofSetUp: SetUpParams },
): SavedMethods {
  return {
    charge: (order) => charge(ask, order, params.ofCharge(order)),

    async setUp(order) {
      const account = order.accountRef;
      const { setUpId: idempotencyKey } = order;
      const session = await ask(createdSchema, (stripe) =>
        stripe.checkout.sessions.create(params.ofSetUp(order), { idempotencyKey, ...within({ account }) }),
      );
      return { setUpRef: referenceTo({ account, id: session.id }), redirectUrl: session.url };
    },

    fetchSetUp: (setUpRef) => fetchSetUp(ask, setUpRef),

    forget: (method, account) => forget(ask, method, account),
  };
}

/** Stripe repeats its first answer to a key, so the state is fetched. */
async function charge(
  ask: Ask,
  order: SavedCharge,
  params: ReturnType<ChargeParams>,
): Promise<PaymentSnapshot> {
  const { paymentId, method, direct } = order;
  const account = direct?.accountRef ?? null;
  const id = await chargedAtStripe(
    ask(namedSchema, (stripe) =>
      stripe.paymentIntents.create(
        {
          ...{ amount: order.amountMinor, currency: order.currency.toLowerCase(), ...params },
          ...{ customer: method.customerRef, payment_method: method.methodRef },
          ...{ off_session: true, confirm: true, error_on_requires_action: true },
          automatic_payment_methods: { enabled: true, allow_redirects: "never" },
          description: order.description,
          metadata: { [PAYMENT_KEY]: paymentId, [CHARGE_KEY]: method.methodRef },
          ...(direct && { application_fee_amount: direct.applicationFeeMinor }),
        },
        { idempotencyKey: paymentId, ...within({ account }) },
      ),
    ),
  );
  const session = await findSession(ask, referenceTo({ account, id }));
  if (!session) throw new ProviderUnavailable(`stripe does not show ${id}`);
  return await describe(ask, session);
}

async function chargedAtStripe(asked: Promise<{ id: string }>): Promise<string> {
  try {
    return (await asked).id;
  } catch (error) {
    if (error instanceof DeclinedAtStripe) return error.intent;
    throw error;
  }
}

async function fetchSetUp(ask: Ask, setUpRef: string): Promise<SetUpSnapshot> {
  const over: SetUpSnapshot = { state: "EXPIRED", method: null };
  const place = readPlace(setUpRef, "cs");
  if (!place) return over;
  try {
    const session = await ask(setUpSchema, (stripe) =>
      stripe.checkout.sessions.retrieve(place.id, { expand: ["setup_intent.payment_method"] }, within(place)),
    );
    if (setUpOf(session) === null) return over;
    const { status, setup_intent: intent } = session;
    const method = intent?.status === "succeeded" && intent.payment_method;
    if (status === "complete" && method) return { state: "DONE", method: savedMethod(method) };
    return status === "open" || intent?.status === "processing" ? { state: "OPEN", method: null } : over;
  } catch (error) {
    if (error instanceof UnknownAtStripe) return over;
    throw error;
  }
}

async function forget(ask: Ask, { methodRef, customerRef }: SavedMethod, account: string | null) {
  const place = within({ account });
  const gone = (error: unknown) => {
    if (!(error instanceof ProviderRefused || error instanceof AccountGone)) throw error;
  };
  if (readPlace(methodRef, "pm"))
    await ask(namedSchema, (stripe) => stripe.paymentMethods.detach(methodRef, {}, place)).catch(gone);
  const others = await ask(z.object({ data: z.array(namedSchema) }), (stripe) =>
    stripe.customers.listPaymentMethods(customerRef, { limit: 1 }, place),
  ).catch(gone);
  if (others?.data.length === 0)
    await ask(namedSchema, (stripe) => stripe.customers.del(customerRef, {}, place)).catch(gone);
}
