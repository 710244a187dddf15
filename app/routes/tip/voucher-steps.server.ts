import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { listPaymentsOfVoucher } from "../../domain/payments/payment-record.server.ts";
import {
  findVoucherDraft,
  isUnpaid,
  type VoucherDraft,
} from "../../domain/vouchers/voucher-drafts.server.ts";
import { isBuyingBrowser, payingBrowserCookie } from "../../http/paying-browser.server.ts";
import { resultUrl } from "./tip-steps.server.ts";

export const VOUCHER_STEPS = 3;

/** Throws 404 for an unknown token, 410 after expiry; redirects to the result once paid or pending. */
export async function requireVoucherDraft(
  context: Readonly<RouterContextProvider>,
  token: string,
  request: Request,
): Promise<VoucherDraft> {
  const { db, tokens } = context.get(servicesContext);
  const id = tokens.verify("voucher-draft", token);
  const draft = id ? await findVoucherDraft(db, id) : null;
  if (!draft) throw data(null, { status: 404 });
  if (draft.status === "DRAFT") return draft;
  const payments = await listPaymentsOfVoucher(db, draft.id);
  const holding = payments.find((payment) => !["CREATED", "REDIRECTED", "FAILED"].includes(payment.status));
  if (holding) throw await toVoucherResult(request, context, draft.id, holding.id);
  if (!isUnpaid(draft.status)) throw data(null, { status: 410 });
  return draft;
}

/** Only the buyer's browser sees the code there. */
export async function toVoucherResult(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
  paymentId: string,
): Promise<Response> {
  const headers = await payersHeaders(request, context, voucherId, paymentId);
  return redirect(resultUrl(request, paymentId), { status: 303, headers });
}

/** Only for the browser that began it; the steps' address is not enough (docs/product.md, 5.12). */
export async function payersHeaders(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
  paymentId: string,
): Promise<Record<string, string>> {
  if (!(await isBuyingBrowser(request, context, voucherId))) return {};
  return { "Set-Cookie": await payingBrowserCookie(request, context, paymentId) };
}

export async function findEarlier(
  context: Readonly<RouterContextProvider>,
  token: FormDataEntryValue | null,
): Promise<VoucherDraft | null> {
  const { db, tokens } = context.get(servicesContext);
  const id = typeof token === "string" ? tokens.verify("voucher-draft", token) : null;
  const draft = id ? await findVoucherDraft(db, id) : null;
  return draft && isUnpaid(draft.status) ? draft : null;
}

export function voucherStepUrl(
  context: Readonly<RouterContextProvider>,
  voucherId: string,
  step: "payment" | "summary",
): string {
  const token = context.get(servicesContext).tokens.sign("voucher-draft", voucherId);
  return `/voucher/${token}/${step}`;
}
