import type { RouterContextProvider } from "react-router";
import { type Approval, listWaitingAbout } from "../../domain/approvals/approvals.server.ts";
import { bankReason, formatMoment } from "../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";
import type { getI18n } from "../../http/i18n.server.ts";
import type { ShownChange } from "../../ui/components/audit-table.tsx";
import { shownChanges } from "./audit.server.ts";
import { type Desk, deskOf } from "./desk.server.ts";
import type { WaitingApproval } from "./page-parts.tsx";

export function showApproval(approval: Approval, { locale, stamp, t }: Pick<Desk, "locale" | "stamp" | "t">) {
  const { id, kind, maker, creator, payouts_count, worth_eur_minor, made_at } = approval;
  const { group_slug, voucher_end, operator, params } = approval;
  const settings = OF_TWO_OPERATORS.find((group) => group === params.settings_group);
  return {
    ...{ id, kind, maker, creator, payouts_count, group_slug, voucher_end, operator },
    settings: settings === undefined ? null : t(`settings:groups.${settings}.name`),
    worth: hasWorth(kind) ? formatAmount(worth_eur_minor, "EUR", locale) : "–",
    since: stamp(made_at),
  };
}

const OF_TWO_OPERATORS = ["brand", "rules", "content", "payouts"] as const;
const WITHOUT_WORTH: readonly Approval["kind"][] = ["OPERATOR_INVITED", "OPERATOR_ROLE", "SETTINGS"];
export const hasWorth = (kind: Approval["kind"]) => !WITHOUT_WORTH.includes(kind);

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

export function aboutOf(kind: Approval["kind"], facts: Approval["params"]) {
  if (kind === "OPERATOR_INVITED" || kind === "OPERATOR_ROLE")
    return { href: "/admin/operators", name: "operators" } as const;
  if (facts.settings_group)
    return { href: `/admin/settings/${facts.settings_group}`, name: "settings" } as const;
  if (kind === "CORRECTION") return { href: "/admin/books/corrections", name: "corrections" } as const;
  if (facts.correction_id)
    return { href: `/admin/books/corrections/${facts.correction_id}`, name: "corrections" } as const;
  if (facts.payment_id && (kind === "SUSPENSE_KEPT" || kind === "SUSPENSE_RETURNED"))
    return { href: `/admin/exceptions/suspense/${facts.payment_id}`, name: "suspense" } as const;
  if (facts.payment_id) return { href: `/admin/payments/${facts.payment_id}`, name: "payment" } as const;
  if (facts.payout_id) return { href: `/admin/payouts/${facts.payout_id}`, name: "payout" } as const;
  if (facts.batch_id) return { href: `/admin/payouts/batches/${facts.batch_id}`, name: "batch" } as const;
  if (facts.settlement_event_id)
    return { href: `/admin/books/settlements/events/${facts.settlement_event_id}`, name: "event" } as const;
  if (facts.held_rate_id) return { href: "/admin/exceptions?kind=rates", name: "heldRate" } as const;
  if (facts.details_id) return { href: `/admin/payout-data/${facts.details_id}`, name: "data" } as const;
  if (facts.creator_id) return { href: `/admin/users/${facts.creator_id}`, name: "user" } as const;
  return { href: "/admin/payouts", name: "freeze" } as const;
}

export function showRole({ params }: Approval, t: ReturnType<typeof getI18n>["t"]): string | null {
  const { role, before_role } = params;
  if (!role) return null;
  const after = t(`operators:role.${role}`);
  const before = before_role && t(`operators:role.${before_role}`);
  return before ? t("approvals:roleChange", { before, after }) : after;
}

export function showChanges({ params }: Approval, texts: ReturnType<typeof getI18n>): ShownChange[] {
  const { settings_before: before, settings_after: after } = params;
  return shownChanges(texts, { kind: "settings", before, after, money: null });
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
