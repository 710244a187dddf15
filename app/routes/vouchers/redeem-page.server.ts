import type { RouterContextProvider } from "react-router";
import { ownCookieContext, servicesContext, settingsContext } from "../../context.ts";
import { formatDay, formatMoment, formatRate, formatTimeInBerlin } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { checkVoucher, listPendingRedemptions } from "../../domain/vouchers/redeem-voucher.server.ts";
import { groupCode, readTypedCode } from "../../domain/vouchers/voucher.schema.ts";
import { findLockout } from "../../domain/vouchers/voucher-codes.server.ts";
import { lastDayOf } from "../../domain/vouchers/voucher-dates.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import {
  codeTrier,
  encryptCode,
  heldVoucherCookie,
  readHeldVoucher,
  redeemingOf,
} from "../../http/held-voucher.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";

type Context = Readonly<RouterContextProvider>;
type Viewer = Awaited<ReturnType<typeof findRequestViewer>>;

export async function redeemPage(request: Request, context: Context, presetCode: string | undefined) {
  const viewer = await findRequestViewer(context);
  const done = await takeDone(request, context, ["redeemed", "pending"]);
  const held = presetCode === undefined && done === null ? await readHeldVoucher(request, context) : null;
  return {
    title: getI18n(context).t("redeem:title"),
    preset: presetCode === undefined ? null : presetOf(presetCode),
    done: done && { act: done.act, tipId: isId(done.subject) ? done.subject : null },
    held: held === null ? null : await shownVoucher(context, viewer, held),
    who: whoRedeems(viewer),
    waiting: viewer?.role === "CREATOR" ? await shownWaiting(context, viewer.id) : [],
    contact: context.get(settingsContext).brand.support_email,
  };
}

function presetOf(code: string): string {
  const read = readTypedCode(code);
  return read === null ? code.slice(0, 100) : groupCode(read);
}

function whoRedeems(viewer: Viewer) {
  if (viewer === null) return "visitor" as const;
  if (viewer.role !== "CREATOR") return "operator" as const;
  if (viewer.status === "LOCKED") return "locked" as const;
  if (viewer.status === "CHARGEBACK") return "owing" as const;
  return "creator" as const;
}

async function shownVoucher(context: Context, viewer: Viewer, code: string) {
  const services = context.get(servicesContext);
  const locale = getLocale(context);
  const until = await findLockout(services, await codeTrier(context));
  if (until !== null) return { state: "blocked" as const, until: formatTimeInBerlin(until, locale) };
  const creator_id = viewer?.role === "CREATOR" ? viewer.id : null;
  // Validated when typed, so it costs no attempt.
  const asked = { code, creator_id, ...redeemingOf(context) };
  const found = await checkVoucher(services, asked);
  if (found.outcome !== "valid") {
    context.set(ownCookieContext, await heldVoucherCookie(context, null));
    return { state: found.outcome };
  }
  const { voucher, credit, becomes } = found;
  const credited = credit ?? voucher;
  const isConverted = credit !== null && credit.currency !== voucher.currency;
  return {
    state: "valid" as const,
    voucher: encryptCode(context, code),
    seenCredit: credited.amount_minor,
    amount: formatAmount(voucher.amount_minor, voucher.currency, locale),
    message: voucher.message,
    sender: voucher.sender_name,
    validUntil: formatDay(lastDayOf(voucher), locale),
    credit: formatAmount(credited.amount_minor, credited.currency, locale),
    rate: isConverted
      ? {
          of: `1 ${voucher.currency} = ${formatRate(credit.rate, locale)} ${credit.currency}`,
          date: formatDay(credit.rate_date, locale),
        }
      : null,
    becomes,
    /** False without a current rate for the creator's currency. */
    hasCredit: creator_id === null || credit !== null,
    maturesAt: formatMoment(voucher.matures_at, locale),
  };
}

async function shownWaiting(context: Context, creatorId: string) {
  const locale = getLocale(context);
  const waiting = await listPendingRedemptions(context.get(servicesContext).db, creatorId);
  return waiting.map((each) => ({
    id: each.id,
    amount: formatAmount(each.amount_minor, each.currency, locale),
    end: each.code_end,
    since: formatDay(each.asked_at, locale),
  }));
}
