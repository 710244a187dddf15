import { data, href, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { listGroupReceivers, markOfReceivers } from "../../domain/grouplists/share-out.server.ts";
import type { Minor } from "../../domain/money/minor.ts";
import { splitEqually } from "../../domain/money/split.ts";
import { listPaymentsOfTip } from "../../domain/payments/payment-record.server.ts";
import { findDraft, isEditable, type TipDraft } from "../../domain/tips/drafts.server.ts";
import { isMessageBelowPrice } from "../../domain/tips/tip.schema.ts";
import { findRenamed } from "../../domain/users/profile-edit.server.ts";
import { getTexts } from "../../http/i18n.server.ts";
import { payingBrowserCookie } from "../../http/paying-browser.server.ts";
import { privateLink } from "../../http/private-links.server.ts";
import { productRules } from "../../product-rules.ts";

/**
 * The tip behind a step's URL. Throws the 404 page for a token that opens nothing here, 410 when its time is over, and
 * goes to the result when the money is there or under way: then nothing can be changed any more. Goes back to the page of a
 * creator who has paused.
 */
export async function requireDraft(
  context: Readonly<RouterContextProvider>,
  params: StepParams,
  request: Request,
): Promise<StepDraft> {
  const { db, tokens } = context.get(servicesContext);
  const tipId = tokens.verify("tip-draft", params.token);
  const found = tipId ? await findDraftOf(context, tipId, params) : null;
  if (!found) throw data(null, { status: 404 });
  const draft = await toStepDraft(context, found);
  if (draft.status === "DRAFT") return whileReceiving(draft);
  const payments = await listPaymentsOfTip(db, draft.id);
  const holding = payments.find((payment) => !["CREATED", "REDIRECTED", "FAILED"].includes(payment.status));
  if (holding) throw await toResult(request, context, holding.id);
  if (!isEditable(draft.status)) throw data(null, { status: 410 });
  return whileReceiving(draft);
}

/** The draft, unless its creator receives no tips for now: the creator's page says so. */
function whileReceiving(draft: StepDraft): StepDraft {
  if (draft.receiver.is_paused) throw redirect(draft.receiver.path, 303);
  return draft;
}

/** The draft, also under the name that its creator had when the fan began; the links on its pages have the new one. */
async function findDraftOf(
  context: Readonly<RouterContextProvider>,
  tipId: string,
  params: StepParams,
): Promise<TipDraft | null> {
  const { db, clock } = context.get(servicesContext);
  if ("grouplist" in params) return await findDraft(db, tipId, { slug: params.grouplist });
  const draft = await findDraft(db, tipId, { username: params.profile });
  if (draft) return draft;
  const renamed = await findRenamed(db, params.profile, clock());
  return renamed === null ? null : await findDraft(db, tipId, { username: renamed });
}

/** The address of a step: of a creator's tip or a group's. */
type StepParams = { token: string } & ({ profile: string } | { grouplist: string });

/** A tip as its steps show it: whom it is for has a name, and a group those who share it. */
export interface StepDraft extends Omit<TipDraft, "receiver"> {
  receiver: Omit<TipDraft["receiver"], "name"> & { name: string };
  /** Who shares a group's tip now, with the mark of them; null for a creator's. */
  sharers: { names: string[]; shares: Minor[]; mark: string } | null;
}

async function toStepDraft(context: Readonly<RouterContextProvider>, draft: TipDraft): Promise<StepDraft> {
  const { group, receiver } = draft;
  const name = receiver.name ?? getTexts(context, "grouplists")("unnamed", { slug: group?.slug ?? "" });
  const named = { ...draft, receiver: { ...receiver, name } };
  if (group === null) return { ...named, sharers: null };
  const members = await listGroupReceivers(context.get(servicesContext).db, group.id, group.chosen);
  if (members.length === 0) throw data(null, { status: 410 });
  // Which of them gets the cent that is left, is said when it is paid, by what each has to their credit then.
  const shares = splitEqually(draft.amount_minor, members.length);
  return {
    ...named,
    sharers: { names: members.map((each) => each.name), shares, mark: markOfReceivers(members) },
  };
}

/**
 * The same for the steps after the message: back to it when the tip is too small for it by now, because the fan lowered the
 * amount or the creator raised the price. Once a payment was begun, it stands.
 */
export async function requireFilledDraft(
  context: Readonly<RouterContextProvider>,
  params: StepParams,
  request: Request,
): Promise<StepDraft> {
  const draft = await requireDraft(context, params, request);
  if (isTooSmallToSplit(draft)) throw redirect(amountUrl(context, draft), 303);
  if (draft.status === "DRAFT" && isMessageBelowPrice({ ...draft, ...draft.receiver }))
    throw redirect(stepUrl(context, draft, "details"), 303);
  return draft;
}

/** The members became more since the amount was chosen: each would get too little. */
function isTooSmallToSplit({ status, sharers, amount_minor }: StepDraft): boolean {
  const least = (sharers?.names.length ?? 0) * productRules.grouplist.share_minimum_minor;
  return status === "DRAFT" && amount_minor < least;
}

/** Back to the amount, with what was typed. */
export function amountUrl(
  context: Readonly<RouterContextProvider>,
  draft: Pick<TipDraft, "id"> & { receiver: { path: string } },
): string {
  return `${draft.receiver.path}?tip=${context.get(servicesContext).tokens.sign("tip-draft", draft.id)}`;
}

/**
 * To the payment's result, for whoever holds the draft's link: this browser is the payer's. Who pressed a button of a step
 * that was still open, or that the browser brought back, is told there that it did nothing.
 */
export async function toResult(
  request: Request,
  context: Readonly<RouterContextProvider>,
  paymentId: string,
): Promise<Response> {
  const headers = { "Set-Cookie": await payingBrowserCookie(request, context, paymentId) };
  return redirect(resultUrl(request, paymentId), { status: 303, headers });
}

/** The address of a payment's result; after a post that came too late to change anything, it says so. */
export function resultUrl(request: Request, paymentId: string): string {
  const address = href("/payment/success/:payment?", { payment: paymentId });
  return request.method === "POST" ? `${address}?late` : address;
}

/** What a private link to a draft's picture names. */
export function draftImageFile(imageId: string): string {
  return `${imageId}/s`;
}

/** The address of a draft's picture for a page of this visitor; null when it has none. */
export async function draftImageUrl(
  context: Readonly<RouterContextProvider>,
  draft: StepDraft,
): Promise<string | null> {
  if (draft.image_id === null) return null;
  const path = stepUrl(context, draft, "image");
  return await privateLink(context, path, draftImageFile(draft.image_id));
}

/** The URL of one step of a tip. */
export function stepUrl(
  context: Readonly<RouterContextProvider>,
  draft: { id: string; receiver: { path: string } },
  step: "details" | "payment" | "summary" | "image",
): string {
  return tipStepUrl(context, draft.receiver.path, draft.id, step);
}

/** The URL of one step under a page such as "/joerdis", by the tip's id. */
export function tipStepUrl(
  context: Readonly<RouterContextProvider>,
  path: string,
  tipId: string,
  step: "details" | "payment" | "summary" | "image",
): string {
  const token = context.get(servicesContext).tokens.sign("tip-draft", tipId);
  return `${path}/tip/${token}/${step}`;
}
