import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import {
  checkVoucher,
  findOwnRedemption,
  redeemVoucher,
} from "../../domain/vouchers/redeem-voucher.server.ts";
import { checkForm, redeemForm } from "../../domain/vouchers/voucher.schema.ts";
import { withinTries } from "../../domain/vouchers/voucher-codes.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { newTermsFirst } from "../../http/guards.server.ts";
import {
  codeTrier,
  decryptCode,
  heldVoucherCookie,
  redeemingOf,
  tellLockout,
} from "../../http/held-voucher.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import type { Route } from "./+types/redeem";
import { redeemPage } from "./redeem-page.server.ts";
import { RedeemPage } from "./redeem-page.tsx";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export const handle = { frame: "signed-in" };

const PAGE = "/voucher/redeem";

/** One post checks a code, another redeems; a GET does nothing (docs/product.md, 5.12). */
export async function loader({ request, context }: Route.LoaderArgs) {
  return await redeemPage(request, context, undefined);
}

type Context = Readonly<RouterContextProvider>;

export async function action({ request, context }: Route.ActionArgs) {
  const posted = await readCheckableForm(request);
  const act = posted.get("act");
  if (act === "redeem") return await redeem(request, context, posted);
  if (act === "forget") return leadTo(await heldVoucherCookie(context, null));
  return await check(request, context, posted);
}

async function check(request: Request, context: Context, posted: FormData): Promise<Response | FormReply> {
  const services = context.get(servicesContext);
  const form = parseForm(request, context, posted, checkForm);
  if (!form.ok) return form.reply;
  const code = form.value.voucher_code;
  const viewer = await findRequestViewer(context);
  const creator_id = viewer?.role === "CREATOR" ? viewer.id : null;
  const asked = { code, creator_id, ...redeemingOf(context) };
  const answer = await withinTries(services, await codeTrier(context), () => checkVoucher(services, asked));
  if (answer.outcome === "valid") return leadTo(await heldVoucherCookie(context, code));
  if (answer.outcome === "locked") return refuseLocked(context, form, answer.until);
  const done = answer.outcome === "redeemed" ? await doneBefore(context, code, creator_id) : null;
  if (done) return done;
  return form.refuse({ voucher_code: `errors.voucher.${answer.outcome}` });
}

async function redeem(request: Request, context: Context, posted: FormData): Promise<Response | FormReply> {
  const services = context.get(servicesContext);
  const form = parseForm(request, context, posted, redeemForm);
  if (!form.ok) return form.reply;
  const viewer = await findRequestViewer(context);
  if (viewer === null) return redirect(`/login?return_to=${PAGE}`, 303);
  if (viewer.role !== "CREATOR") return form.refuse({ "": "errors.voucher.cannot_redeem" });
  const stage = newTermsFirst(viewer);
  if (stage) return stage;
  const code = decryptCode(context, form.value.voucher);
  if (code === null) return form.refuse({ "": "errors.voucher.changed" });
  const given = {
    ...{ code, creator_id: viewer.id, seen_credit_minor: form.value.seen_credit },
    ...redeemingOf(context),
  };
  const answer = await withinTries(services, await codeTrier(context), () => redeemVoucher(services, given));
  switch (answer.outcome) {
    case "pending":
      return done(context, "pending");
    case "locked":
      return refuseLocked(context, form, answer.until);
    case "redeemed": {
      if ("tip_id" in answer) return done(context, "redeemed", answer.tip_id);
      // Idempotent.
      return (await doneBefore(context, code, viewer.id)) ?? form.refuse({ "": "errors.voucher.redeemed" });
    }
    default:
      return form.refuse({ "": `errors.voucher.${answer.outcome}` });
  }
}

function refuseLocked(
  context: Context,
  form: { refuse(errors: Record<string, string>): FormReply },
  until: Date,
): FormReply {
  tellLockout(context, until);
  return form.refuse({ "": "errors.voucher.blocked" });
}

function leadTo(cookie: string): Response {
  return redirect(PAGE, { status: 303, headers: { "Set-Cookie": cookie } });
}

async function doneBefore(
  context: Context,
  code: string,
  creator_id: string | null,
): Promise<Response | null> {
  if (creator_id === null) return null;
  const own = await findOwnRedemption(context.get(servicesContext), { code, creator_id });
  if (own?.status === "PENDING") return done(context, "pending");
  return own?.tip_id ? done(context, "redeemed", own.tip_id) : null;
}

async function done(context: Context, act: "redeemed" | "pending", tipId?: string): Promise<Response> {
  const headers = new Headers(await doneHeaders(context, act, tipId));
  headers.append("Set-Cookie", await heldVoucherCookie(context, null));
  return redirect(PAGE, { status: 303, headers });
}

export default function Redeem({ loaderData, actionData }: Route.ComponentProps) {
  return <RedeemPage {...loaderData} lastResult={actionData} />;
}

export function headers() {
  return { "Cache-Control": "private, no-store" };
}
