import { data, href, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { listGroupReceivers, markOfReceivers } from "../../domain/grouplists/share-out.server.ts";
import { formatAmount, type Minor, toDecimal } from "../../domain/money/minor.ts";
import { splitEqually } from "../../domain/money/split.ts";
import { listPaymentsOfTip } from "../../domain/payments/payment-record.server.ts";
import { findDraft, isEditable, type TipDraft } from "../../domain/tips/drafts.server.ts";
import { isMessageBelowPrice } from "../../domain/tips/tip.schema.ts";
import { findRenamed } from "../../domain/users/profile.server.ts";
import { featuresOf, isStopped } from "../../http/features.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";
import { payingBrowserCookie } from "../../http/paying-browser.server.ts";
import { privateLink } from "../../http/private-links.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { productRules } from "../../product-rules.ts";

/**
 * Throws 404 for an unknown token, 410 after expiry; redirects to the result once paid or pending, and to the
 * creator's page when paused.
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

function whileReceiving(draft: StepDraft): StepDraft {
  if (draft.receiver.is_paused) throw redirect(draft.receiver.path, 303);
  return draft;
}

async function findDraftOf(
  context: Readonly<RouterContextProvider>,
  tipId: string,
  params: StepParams,
): Promise<TipDraft | null> {
  const { db, clock } = context.get(servicesContext);
  if ("grouplist" in params) return await findDraft(db, tipId, { slug: params.grouplist });
  const draft = await findDraft(db, tipId, { username: params.profile });
  if (draft) return offeredDraft(context, draft);
  const username = await findRenamed(db, params.profile, clock());
  const moved = username === null ? null : await findDraft(db, tipId, { username });
  return moved && offeredDraft(context, moved);
}

/** Without supporters when these are off, as `offeredProfile`. */
function offeredDraft(context: Readonly<RouterContextProvider>, { receiver, ...draft }: TipDraft): TipDraft {
  const shows_supporters = featuresOf(context).supporters && receiver.shows_supporters;
  const is_paused = receiver.is_paused || isStopped(context, { is_direct: receiver.provider !== null });
  return { ...draft, receiver: { ...receiver, shows_supporters, is_paused } };
}

export type StepParams = { token: string } & ({ profile: string } | { grouplist: string });

export interface StepDraft extends Omit<TipDraft, "receiver"> {
  receiver: Omit<TipDraft["receiver"], "name"> & { name: string };
  /** `mark`: the list's version; null for a creator's tip. */
  sharers: { names: string[]; shares: Minor[]; mark: string } | null;
}

async function toStepDraft(context: Readonly<RouterContextProvider>, draft: TipDraft): Promise<StepDraft> {
  const { group, receiver } = draft;
  const name = receiver.name ?? getTexts(context, "grouplists")("unnamed", { slug: group?.slug ?? "" });
  const { db, providers } = context.get(servicesContext);
  const provider = group?.is_direct ? providers.directGroups : receiver.provider;
  const named = { ...draft, receiver: { ...receiver, name, provider } };
  if (group === null) return { ...named, sharers: null };
  const members = await listGroupReceivers(db, group.id, group.chosen, providers.directGroups);
  if (members.length === 0) throw data(null, { status: 410 });
  // At payment the members' balances decide about the cent.
  const shares = splitEqually(draft.amount_minor, members.length);
  return {
    ...named,
    sharers: { names: members.map((each) => each.name), shares, mark: markOfReceivers(members) },
  };
}

/** Redirects to the message when it costs more than the tip. A started payment stays. */
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

/** New members would make each share too small. */
function isTooSmallToSplit({ status, sharers, amount_minor }: StepDraft): boolean {
  const least = (sharers?.names.length ?? 0) * productRules.grouplist.share_minimum_minor;
  return status === "DRAFT" && amount_minor < least;
}

export function amountUrl(
  context: Readonly<RouterContextProvider>,
  draft: Pick<TipDraft, "id"> & { receiver: { path: string } },
): string {
  return `${draft.receiver.path}?tip=${context.get(servicesContext).tokens.sign("tip-draft", draft.id)}`;
}

export async function toResult(
  request: Request,
  context: Readonly<RouterContextProvider>,
  paymentId: string,
): Promise<Response> {
  const headers = { "Set-Cookie": await payingBrowserCookie(request, context, paymentId) };
  return redirect(resultUrl(request, paymentId), { status: 303, headers });
}

export function resultUrl(request: Request, paymentId: string): string {
  const address = href("/payment/success/:payment?", { payment: paymentId });
  return request.method === "POST" ? `${address}?late` : address;
}

export function draftImageFile(imageId: string): string {
  return `${imageId}/s`;
}

export async function draftImageUrl(
  context: Readonly<RouterContextProvider>,
  draft: StepDraft,
): Promise<string | null> {
  if (draft.image_id === null) return null;
  const path = stepUrl(context, draft, "image");
  return await privateLink(context, path, draftImageFile(draft.image_id));
}

export function stepUrl(
  context: Readonly<RouterContextProvider>,
  draft: { id: string; receiver: { path: string } },
  step: "details" | "payment" | "summary" | "image",
): string {
  return tipStepUrl(context, draft.receiver.path, draft.id, step);
}

export function tipStepUrl(
  context: Readonly<RouterContextProvider>,
  path: string,
  tipId: string,
  step: "details" | "payment" | "summary" | "image",
): string {
  const token = context.get(servicesContext).tokens.sign("tip-draft", tipId);
  return `${path}/tip/${token}/${step}`;
}

export function stepTexts(context: Readonly<RouterContextProvider>, draft: StepDraft) {
  const locale = getLocale(context);
  const price = draft.receiver.default_price_per_message_minor;
  return {
    name: draft.receiver.name,
    amount: formatAmount(draft.amount_minor, draft.currency, locale),
    decimal: toDecimal(draft.amount_minor, draft.currency),
    price: price === null ? "" : formatAmount(price, draft.currency, locale),
    characters: rulesOf(context).content.message_characters_maximum,
  };
}
