import { PAYMENT_STATUSES } from "../../domain/payments/states.ts";
import { useTexts } from "../texts.ts";
import { named } from "./named.ts";

const REVIEW = ["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"] as const;
const GROUP = ["PENDING", "APPROVED", "DECLINED"] as const;
const PAYOUT = ["REQUESTED", "PROCESSING", "PAID", "RETURN_REPORTED", "FAILED"] as const;
export const VOUCHER_STATES = ["VALID", "PENDING", "REDEEMED", "EXPIRED", "REFUNDED", "VOID"] as const;
const DECISION = ["OPEN", "ACCEPTED", "DECLINED"] as const;
const ACCOUNT = ["CREATED", "PENDING", "ACTIVE", "DECLINED", "LOCKED", "CHARGEBACK"] as const;

/** An unknown state is shown as it is. */
export function useStatusName(): (kind: string, status: string) => string {
  const { t } = useTexts("admin");
  const { t: groups } = useTexts("grouplists");
  const { t: books } = useTexts("books");
  const { t: vouchers } = useTexts("adminVouchers");
  const { t: payouts } = useTexts("payouts");
  return (kind, status) => {
    if (kind === "tip" || kind === "item")
      return named(REVIEW, status, (each) => t(`reviews.status.${each}`));
    if (kind === "grouplist") return named(GROUP, status, (each) => groups(`states.${each}`));
    if (kind === "payout") return named(PAYOUT, status, (each) => payouts(`status.${each}`));
    if (kind === "voucher") return named(VOUCHER_STATES, status, (each) => vouchers(`states.${each}`));
    if (kind === "payment") return named(PAYMENT_STATUSES, status, (each) => books(`state.${each}`));
    if (kind === "payout_data")
      return named(DECISION, status === "PENDING" ? "OPEN" : status, (each) => t(`decision.${each}`));
    return named(ACCOUNT, status, (each) => t(`status.${each}`));
  };
}
