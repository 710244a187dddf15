import { type RouterContextProvider, redirect } from "react-router";
import { clientAddressContext, servicesContext } from "../../context.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { refundRequestForm } from "../../domain/refunds/refund.schema.ts";
import {
  listRequestsOfPayment,
  mayRequest,
  type RefundRequest,
} from "../../domain/refunds/refund-requests.server.ts";
import { requestRefundOf } from "../../domain/refunds/refunds.server.ts";
import { leftAfter, type Receipt } from "../../domain/tips/receipt.server.ts";
import { networkKey } from "../../http/address-keys.ts";
import { readCheckableUploadForm, type UploadForm } from "../../http/body.server.ts";
import { giveBackBudgets, takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";

export interface ShownRefund {
  id: string;
  day: string;
  is_done: boolean;
  lines: { name: string; amount: string }[];
  back: string;
  credit_note: ShownDocument | null;
}

interface ShownDocument {
  number: number;
  path: string;
}

export interface ShownReturn {
  id: string;
  amount: string;
  day: string;
  credit_note: ShownDocument | null;
  cancellation: ShownDocument | null;
}

/** Failed after completion. */
export function shownReturns(
  context: Readonly<RouterContextProvider>,
  token: string,
  { came_back }: Receipt,
): ShownReturn[] {
  const locale = getLocale(context);
  return came_back.map(
    ({ id, charged_minor, charged_currency, came_back_at, credit_note, cancellation }) => ({
      id,
      amount: formatAmount(charged_minor, charged_currency, locale),
      day: formatDay(came_back_at, locale),
      credit_note: credit_note && { number: credit_note.number, path: notePath(token, id) },
      cancellation: cancellation && {
        number: cancellation.number,
        path: `${notePath(token, id)}/cancellation`,
      },
    }),
  );
}

const notePath = (token: string, refundId: string) => `/receipt/${token}/credit-notes/${refundId}`;

export function shownRefunds(
  context: Readonly<RouterContextProvider>,
  token: string,
  { payment, refunds, receiver }: Receipt,
): { refunds: ShownRefund[]; left: string } {
  const locale = getLocale(context);
  const t = getTexts(context, "result");
  const show = (amount: number) => formatAmount(amount, payment.currency, locale);
  const part = (name: "tip" | "voucher" | "fee" | "vat", amount: number) =>
    amount === 0 ? [] : [{ name: t(`receipt.parts.${name}`), amount: show(amount) }];
  return {
    refunds: refunds.map(({ id, at, is_done, credit_note, ...refund }) => ({
      ...{ id, is_done, day: formatDay(at, locale) },
      lines: [
        ...part(receiver === null ? "voucher" : "tip", refund.tip_minor),
        ...part("fee", refund.service_fee_minor),
        ...part("vat", refund.vat_minor),
      ],
      back: formatAmount(refund.charged_minor, refund.charged_currency, locale),
      credit_note: credit_note && { number: credit_note.number, path: notePath(token, id) },
    })),
    left: show(leftAfter(payment, refunds)),
  };
}

export interface ShownRequests {
  key: string;
  state: "OPEN" | "LATE" | "DECLINED" | "REFUNDED";
  day: string;
  by: { id: string; name: string; answer: string | null }[];
}

export async function shownRequests(
  context: Readonly<RouterContextProvider>,
  { payment, settled_at, has_refund_requests, takes_refund_requests }: Receipt,
): Promise<{ requests: ShownRequests[]; canAsk: boolean }> {
  const { db, clock } = context.get(servicesContext);
  if (payment.tip_id === null) return { requests: [], canAsk: false };
  const requests = has_refund_requests ? await listRequestsOfPayment(db, payment.id) : [];
  const now = clock();
  const locale = getLocale(context);
  const stateOf = ({ status, until }: RefundRequest) => (status === "OPEN" && until <= now ? "LATE" : status);
  const dayOf = ({ answered_at, until }: RefundRequest) => formatDay(answered_at ?? until, locale);
  const alike = Map.groupBy(requests, (each) => `${stateOf(each)} ${dayOf(each)}`);
  return {
    requests: [...alike].flatMap(([key, [first, ...others]]) =>
      first
        ? {
            ...{ key, state: stateOf(first), day: dayOf(first) },
            by: [first, ...others].map((each) => ({
              ...{ id: each.id, answer: each.answer, name: answererOf(context, each, others.length === 0) },
            })),
          }
        : [],
    ),
    canAsk: mayRequest({ status: payment.status, settled_at, takes_refund_requests, requests }, now),
  };
}

function answererOf(
  context: Readonly<RouterContextProvider>,
  { answered_by, creator_name }: RefundRequest,
  isAlone: boolean,
): string {
  if (answered_by === "OPERATOR" && isAlone) return getTexts(context, "common")("brand");
  return creator_name ?? getTexts(context, "result")("receipt.deleted");
}

/** A repetition leads to the open request. */
export async function takeRequest(
  request: Request,
  context: Readonly<RouterContextProvider>,
  given: { form?: UploadForm; payment_id: string; here: string },
) {
  const { fields } = given.form ?? (await readCheckableUploadForm(request, "image"));
  const form = parseForm(request, context, fields, refundRequestForm);
  if (!form.ok) return form.reply;
  const network = networkKey(context.get(clientAddressContext));
  const taken = await takeBudgets(context, [{ budget: "refund_request", key: network }]);
  if (!taken) return form.refuse({ reason: "errors.refund.too_often" });
  const { payment_id, here } = given;
  const outcome = await requestRefundOf(context.get(servicesContext), {
    payment_id,
    reason: form.value.reason,
  });
  if (outcome === "requested")
    return redirect(here, { status: 303, headers: await doneHeaders(context, "asked") });
  if (outcome === "open") {
    await giveBackBudgets(context, taken);
    return redirect(here, 303);
  }
  return form.refuse({ reason: outcome === "held" ? "errors.refund.held" : "errors.refund.not_askable" });
}
