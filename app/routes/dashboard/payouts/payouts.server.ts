import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findEmailUndoEnd } from "../../../domain/auth/auth.server.ts";
import { bankReason } from "../../../domain/money/bank-reason.ts";
import { toTyped } from "../../../domain/money/minor.ts";
import {
  findPayoutData,
  getMoney,
  getPayoutSettings,
  listMonthStatements,
  listOpenPayouts,
  listPayouts,
  maskedDestinationOf,
  nextPayoutDay,
  payoutPromise,
} from "../../../domain/payouts/payouts.server.ts";
import { takeDone } from "../../../http/done-notes.server.ts";
import { payoutsWaitUntil } from "../../../http/email-undo-end.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { loadDebts } from "./debts.server.ts";

/** What the page of payouts shows, wherever it stands. */
export async function loadPayouts(request: Request, context: Readonly<RouterContextProvider>) {
  const url = new URL(request.url);
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  // No payout is from before 1970, and the database knows no year 200,000 BC.
  const before = Date.parse(url.searchParams.get("before") ?? "");
  const [money, settings, details, history, open, months, waitsUntil, heldUntil, owing] = await Promise.all([
    getMoney(db, viewer.id, viewer.currency),
    getPayoutSettings(db, viewer.id),
    findPayoutData(db, viewer.id),
    listPayouts(db, viewer.id, { before: before > 0 ? new Date(before) : null }),
    listOpenPayouts(db, viewer.id),
    listMonthStatements(db, viewer.id),
    payoutsWaitUntil(context, viewer.id),
    findEmailUndoEnd(db, viewer.id, clock()),
    loadDebts(context, viewer.id),
  ]);
  const minimum = settings.min_payout_minor;
  const masked_account = maskedDestinationOf(settings.payout_method, details.accepted);
  const isDataPending = details.change?.status === "PENDING";
  const { t } = getI18n(context);
  return {
    title: t("payouts:title"),
    done: takeDone(request, context, ["saved", "requested", "set_off"])?.act ?? null,
    debts: owing.debts,
    money: money.map((each) => ({ ...each, held_minor: owing.held[each.currency] ?? 0 })),
    settings: {
      ...settings,
      min_payout: minimum === null ? "" : toTyped(minimum, settings.currency, locale),
    },
    masked_account,
    promise: payoutPromise({ ...settings, masked_account, isDataPending }),
    waitsUntil,
    nextDay: nextPayoutDay(clock(), heldUntil),
    payouts: history.payouts.map((each) => ({
      ...each,
      failure_reason: bankReason(each.failure_reason, (code) => t(`bankCodes:${code}`)),
    })),
    open,
    months,
    next: history.next ? `${url.pathname}?before=${encodeURIComponent(history.next.toISOString())}` : null,
  };
}
