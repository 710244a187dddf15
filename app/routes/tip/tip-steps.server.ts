import { data, href, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { listPaymentsOfTip } from "../../domain/payments/payments.server.ts";
import { isMessageBelowPrice } from "../../domain/tips/tip.schema.ts";
import { findDraft, isEditable, type TipDraft } from "../../domain/tips/tips.server.ts";
import { findRenamed } from "../../domain/users/users.server.ts";
import { privateLink } from "../../http/private-links.server.ts";
import { payingBrowserCookie } from "./paying-browser.server.ts";

/**
 * The tip behind a step's URL. Throws the 404 page for a token that opens nothing here, 410 when its time is over, and
 * goes to the result when the money is there or under way: then nothing can be changed any more.
 */
export async function requireDraft(
  context: Readonly<RouterContextProvider>,
  params: { profile: string; token: string },
  request: Request,
): Promise<TipDraft> {
  const { db, tokens } = context.get(servicesContext);
  const tipId = tokens.verify("tip-draft", params.token);
  const draft = tipId ? await findDraftOf(context, tipId, params.profile) : null;
  if (!draft) throw data(null, { status: 404 });
  if (draft.status === "DRAFT") return draft;
  const payments = await listPaymentsOfTip(db, draft.id);
  const holding = payments.find((payment) => !["CREATED", "REDIRECTED", "FAILED"].includes(payment.status));
  if (holding) throw toResult(request, context, holding.id);
  if (!isEditable(draft.status)) throw data(null, { status: 410 });
  return draft;
}

/** The draft, also under the name that its creator had when the fan began; the links on its pages have the new one. */
async function findDraftOf(
  context: Readonly<RouterContextProvider>,
  tipId: string,
  username: string,
): Promise<TipDraft | null> {
  const { db, clock } = context.get(servicesContext);
  const draft = await findDraft(db, tipId, username);
  if (draft) return draft;
  const renamed = await findRenamed(db, username, clock());
  return renamed === null ? null : await findDraft(db, tipId, renamed);
}

/**
 * The same for the steps after the message: back to it when the tip is too small for it by now, because the fan lowered the
 * amount or the creator raised the price. Once a payment was begun, it stands.
 */
export async function requireFilledDraft(
  context: Readonly<RouterContextProvider>,
  params: { profile: string; token: string },
  request: Request,
): Promise<TipDraft> {
  const draft = await requireDraft(context, params, request);
  if (draft.status === "DRAFT" && isMessageBelowPrice({ ...draft, ...draft.receiver }))
    throw redirect(stepUrl(context, draft, "details"), 303);
  return draft;
}

/** To the payment's result, for whoever holds the draft's link: this browser is the payer's. */
export function toResult(
  request: Request,
  context: Readonly<RouterContextProvider>,
  paymentId: string,
): Response {
  const headers = { "Set-Cookie": payingBrowserCookie(request, context, paymentId) };
  return redirect(href("/payment/success/:payment?", { payment: paymentId }), { status: 303, headers });
}

/** What a private link to a draft's picture names. */
export function draftImageFile(imageId: string): string {
  return `${imageId}/s`;
}

/** The address of a draft's picture for a page of this visitor; null when it has none. */
export async function draftImageUrl(
  context: Readonly<RouterContextProvider>,
  draft: TipDraft,
): Promise<string | null> {
  if (draft.image_id === null) return null;
  const path = stepUrl(context, draft, "image");
  return await privateLink(context, path, draftImageFile(draft.image_id));
}

/** The URL of one step of a tip. */
export function stepUrl(
  context: Readonly<RouterContextProvider>,
  draft: TipDraft,
  step: "details" | "payment" | "summary" | "image",
): string {
  return tipStepUrl(context, draft.receiver.username, draft.id, step);
}

/** The URL of one step, by the tip's id. */
export function tipStepUrl(
  context: Readonly<RouterContextProvider>,
  username: string,
  tipId: string,
  step: "details" | "payment" | "summary" | "image",
): string {
  const token = context.get(servicesContext).tokens.sign("tip-draft", tipId);
  return `${href("/:profile", { profile: username })}/tip/${token}/${step}`;
}
