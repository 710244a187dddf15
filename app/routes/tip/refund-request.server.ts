import { type RouterContextProvider, redirect } from "react-router";
import { clientAddressContext, servicesContext } from "../../context.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { refundRequestForm } from "../../domain/refunds/refund.schema.ts";
import { listRequestsOfPayment, mayRequest } from "../../domain/refunds/refund-requests.server.ts";
import { requestRefundOf } from "../../domain/refunds/refunds.server.ts";
import type { Receipt } from "../../domain/tips/receipt.server.ts";
import { networkKey } from "../../http/address-keys.ts";
import { readCheckableUploadForm, type UploadForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getLocale } from "../../http/i18n.server.ts";

export interface ShownRequest {
  id: string;
  status: "OPEN" | "DECLINED" | "REFUNDED";
  name: string;
  day: string;
  until: string;
  answer: string | null;
}

export async function shownRequests(
  context: Readonly<RouterContextProvider>,
  { payment, settled_at, has_refund_requests }: Receipt,
): Promise<{ requests: ShownRequest[]; canAsk: boolean }> {
  const { db, clock } = context.get(servicesContext);
  if (payment.tip_id === null) return { requests: [], canAsk: false };
  const requests = has_refund_requests ? await listRequestsOfPayment(db, payment.id) : [];
  const locale = getLocale(context);
  return {
    requests: requests.map(({ id, status, creator_name, asked_at, answered_at, until, answer }) => ({
      ...{ id, status, answer, name: creator_name },
      day: formatDay(answered_at ?? asked_at, locale),
      until: formatDay(until, locale),
    })),
    canAsk: mayRequest({ status: payment.status, settled_at, requests }, clock()),
  };
}

/** A repeated post leads to the page, which shows the open request. */
export async function takeRequest(
  request: Request,
  context: Readonly<RouterContextProvider>,
  given: { form?: UploadForm; payment_id: string; here: string },
) {
  const { fields } = given.form ?? (await readCheckableUploadForm(request, "image"));
  const form = parseForm(request, context, fields, refundRequestForm);
  if (!form.ok) return form.reply;
  const network = networkKey(context.get(clientAddressContext));
  if (!(await takeBudgets(context, [{ budget: "refund_request", key: network }])))
    return form.refuse({ reason: "errors.refund.too_often" });
  const { payment_id, here } = given;
  const outcome = await requestRefundOf(context.get(servicesContext), {
    payment_id,
    reason: form.value.reason,
  });
  if (outcome === "requested")
    return redirect(here, { status: 303, headers: await doneHeaders(context, "asked") });
  if (outcome === "open") return redirect(here, 303);
  return form.refuse({ reason: "errors.refund.not_askable" });
}
