import type { RouterContextProvider } from "react-router";
import { type Approval, listWaitingAbout } from "../../domain/approvals/approvals.server.ts";
import { bankReason, formatMoment } from "../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";
import type { getI18n } from "../../http/i18n.server.ts";
import { type Desk, deskOf } from "./desk.server.ts";
import type { WaitingApproval } from "./page-parts.tsx";

export function showApproval(approval: Approval, { locale, stamp }: Pick<Desk, "locale" | "stamp">) {
  const { id, kind, maker, creator, payouts_count, worth_eur_minor, made_at } = approval;
  const { group_slug, voucher_end, operator } = approval;
  return {
    ...{ id, kind, maker, creator, payouts_count, group_slug, voucher_end, operator },
    worth: isAboutMoney(kind) ? formatAmount(worth_eur_minor, "EUR", locale) : "–",
    since: stamp(made_at),
  };
}

const isAboutMoney = (kind: Approval["kind"]) => kind !== "OPERATOR_INVITED" && kind !== "OPERATOR_ROLE";

/** For a conversion with its result. A batch may have lost payouts since. */
export function showAmount({ batch_minor, params }: Approval, locale: Locale): string | null {
  const { currency = "EUR", other_currency, other_minor } = params;
  const amount = batch_minor ?? params.amount_minor;
  if (amount === undefined) return null;
  const shown = formatAmount(amount, currency, locale);
  if (other_currency === undefined || other_minor === undefined) return shown;
  return `${shown} → ${formatAmount(other_minor, other_currency, locale)}`;
}

export function showReason({ params }: Approval, t: ReturnType<typeof getI18n>["t"]): string | null {
  const { reason = null, payout_id, batch_id } = params;
  return payout_id || batch_id ? bankReason(reason, (code) => t(`bankCodes:${code}`)) : reason;
}

export function showDecision(
  approval: Approval,
  t: ReturnType<typeof getI18n>["t"],
  locale: Locale,
): string | null {
  const { status, decider, maker, decided_at, decline_reason } = approval;
  if (status === "WAITING") return null;
  const end = status === "DECLINED" && decider === null ? "TAKEN_BACK" : status;
  const { alone, limit_eur_minor } = approval;
  return t(`approvals:closed.${alone ?? end}`, {
    limit: limit_eur_minor === null ? "" : formatAmount(limit_eur_minor, "EUR", locale),
    name: decider ?? maker,
    at: decided_at ? formatMoment(decided_at, locale) : "",
    reason: decline_reason ?? "",
  });
}

export const APPROVAL_DONE = [
  "approved",
  "declined",
  "taken_back",
  "gone",
  "own",
  "frozen",
  "accounts_wait",
  "no_account",
] as const;

export async function waitingAbout(
  context: Readonly<RouterContextProvider>,
  subject: string,
): Promise<WaitingApproval[]> {
  const { db, moment } = deskOf(context);
  const waiting = await listWaitingAbout(db, subject);
  return waiting.map(({ id, kind, maker, made_at }) => ({
    ...{ id, kind, maker, at: moment(made_at) },
  }));
}
