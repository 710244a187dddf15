import type { ChargeRefusal } from "../../provider-port.ts";

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
