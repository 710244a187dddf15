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

/** Form, payment, summary. */
export const VOUCHER_STEPS = 3;

/**
 * The voucher behind a step's URL. Throws the 404 page for a token that opens nothing, 410 when its time is over, and goes
 * to the result when the money is there or under way: then nothing can be changed any more.
 */
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

/** To the result of a voucher's payment, which shows the code to the browser that began the voucher alone. */
export async function toVoucherResult(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
  paymentId: string,
): Promise<Response> {
  const headers = await payersHeaders(request, context, voucherId, paymentId);
  return redirect(resultUrl(request, paymentId), { status: 303, headers });
}

/** What makes this browser the payer's, if it began the voucher: its steps' address alone does not (docs/product.md, 5.12). */
export async function payersHeaders(
  request: Request,
  context: Readonly<RouterContextProvider>,
  voucherId: string,
  paymentId: string,
): Promise<Record<string, string>> {
  if (!(await isBuyingBrowser(request, context, voucherId))) return {};
  return { "Set-Cookie": await payingBrowserCookie(request, context, paymentId) };
}

/** The draft that the buyer came back from to change it, while it may still be paid. */
export async function findEarlier(
  context: Readonly<RouterContextProvider>,
  token: FormDataEntryValue | null,
): Promise<VoucherDraft | null> {
  const { db, tokens } = context.get(servicesContext);
  const id = typeof token === "string" ? tokens.verify("voucher-draft", token) : null;
  const draft = id ? await findVoucherDraft(db, id) : null;
  return draft && isUnpaid(draft.status) ? draft : null;
}

/** The URL of a step of the purchase. */
export function voucherStepUrl(
  context: Readonly<RouterContextProvider>,
  voucherId: string,
  step: "payment" | "summary",
): string {
  const token = context.get(servicesContext).tokens.sign("voucher-draft", voucherId);
  return `/voucher/${token}/${step}`;
}
