import type StripeClient from "stripe";
import type { z } from "zod";
import { ProviderConflict, ProviderRefused, ProviderUnavailable } from "../../provider-port.ts";

interface StripeAccess {
  secretKey: string;
  apiUrl: string | null;
  timeoutMs: number;
}

export type Ask = <Schema extends z.ZodType>(
  schema: Schema,
  call: (stripe: StripeClient) => PromiseLike<unknown>,
) => Promise<z.infer<Schema>>;

export class UnknownAtStripe extends ProviderRefused {}

export class DeclinedAtStripe extends ProviderRefused {
  readonly intent: string;

  constructor(words: string, intent: string) {
    super(words);
    this.intent = intent;
  }
}

/** Deleted, or without our access: its payments may still be paid. */
export class AccountGone extends ProviderUnavailable {}

/** The library loads with the first call. It never retries: a page would hang. */
export function createAsk(access: StripeAccess): Ask {
  let loading: Promise<typeof import("stripe")> | undefined;
  let client: StripeClient | undefined;
  return async (schema, call) => {
    loading ??= import("stripe");
    const { default: Stripe } = await loading;
    client ??= new Stripe(access.secretKey, {
      ...connection(access),
      maxNetworkRetries: 0,
      telemetry: false,
    });
    let answer: unknown;
    try {
      answer = await call(client);
    } catch (error) {
      throw asProviderError(Stripe.errors, error);
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new ProviderUnavailable("stripe answered unreadably", { cause: parsed.error });
    return parsed.data;
  };
}

function connection({ apiUrl, timeoutMs }: StripeAccess) {
  if (apiUrl === null) return { timeout: timeoutMs };
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme: "http" | "https" = protocol === "http:" ? "http" : "https";
  return { timeout: timeoutMs, host: hostname, protocol: scheme, ...(port !== "" && { port }) };
}

/** A rejected key says nothing about a payment, so no refund fails by it. */
function asProviderError(errors: typeof StripeClient.errors, error: unknown): Error {
  if (!(error instanceof errors.StripeError))
    return new ProviderUnavailable("stripe failed", { cause: error });
  const words = `stripe: ${error.code ?? error.type} (${error.statusCode ?? "no answer"})`;
  // Another call with this key is under way; its outcome is unknown.
  const isUnderWay = error.code === "idempotency_key_in_use";
  if (error instanceof errors.StripeIdempotencyError && !isUnderWay) return new ProviderConflict(words);
  if (error.code === "account_invalid" && error.statusCode === 403)
    return new AccountGone(words, { cause: error });
  if (error.payment_intent) return new DeclinedAtStripe(words, error.payment_intent.id);
  if (error.code === "resource_missing") return new UnknownAtStripe(words);
  const isRefusal =
    error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError;
  return isRefusal && !isUnderWay
    ? new ProviderRefused(words)
    : new ProviderUnavailable(words, { cause: error });
}
