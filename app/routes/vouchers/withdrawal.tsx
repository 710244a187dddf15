import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { quoteVoucher, refundVoucher } from "../../domain/refunds/refunds.server.ts";
import { withdrawalConfirmation, withdrawalForm } from "../../domain/vouchers/voucher.schema.ts";
import { withinTries } from "../../domain/vouchers/voucher-codes.server.ts";
import { findBoughtVoucher, isWithdrawn } from "../../domain/vouchers/voucher-drafts.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { codeTrier, decryptCode, encryptCode, tellLockout } from "../../http/held-voucher.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import type { Route } from "./+types/withdrawal";
import { WithdrawalPage, type Withdrawn } from "./withdrawal-page.tsx";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { t } = formatsOf(context);
  return {
    title: t("redeem:withdraw.title"),
    isDone: (await takeDone(request, context, ["withdrawn"])) !== null,
    contact: context.get(settingsContext).brand.support_email,
  };
}

type Context = Readonly<RouterContextProvider>;

type Reply = FormReply | { confirm: Withdrawn };

export async function action({ request, context }: Route.ActionArgs): Promise<Response | Reply> {
  const posted = await readCheckableForm(request);
  return posted.has("voucher")
    ? await withdraw(request, context, posted)
    : await identify(request, context, posted);
}

/** Counts wrong codes; all mismatches have one answer. */
async function identify(request: Request, context: Context, posted: FormData): Promise<Reply> {
  const services = context.get(servicesContext);
  const { money, day } = formatsOf(context);
  const form = parseForm(request, context, posted, withdrawalForm, valuesOf(context));
  if (!form.ok) return form.reply;
  const { voucher_code: code, email } = form.value;
  const answer = await withinTries(services, await codeTrier(context), () =>
    findBoughtVoucher(services, { code, email }),
  );
  if (answer.outcome === "locked") {
    tellLockout(context, answer.until);
    return form.refuse({ "": "errors.voucher.blocked" });
  }
  if (answer.outcome === "not_valid") return form.refuse({ "": "errors.voucher.mismatch" });
  const { voucher } = answer;
  const quoted = await quoteVoucher(services, { voucher_id: voucher.id, by: { role: "BUYER" } });
  if (quoted.outcome === "refused") return form.refuse({ "": refusalText(quoted.reason) });
  return {
    confirm: {
      voucher: encryptCode(context, code),
      email,
      amount: money(voucher.amount_minor, voucher.currency),
      charged: money(voucher.charged_minor, voucher.charged_currency),
      boughtOn: day(voucher.paid_at),
    },
  };
}

async function withdraw(request: Request, context: Context, posted: FormData): Promise<Response | Reply> {
  const services = context.get(servicesContext);
  const form = parseForm(request, context, posted, withdrawalConfirmation, valuesOf(context));
  if (!form.ok) return form.reply;
  const code = decryptCode(context, form.value.voucher);
  if (code === null) return form.refuse({ "": "errors.voucher.changed" });
  const found = await withinTries(services, await codeTrier(context), () =>
    findBoughtVoucher(services, { code, email: form.value.email }),
  );
  if (found.outcome === "locked") {
    tellLockout(context, found.until);
    return form.refuse({ "": "errors.voucher.blocked" });
  }
  if (found.outcome === "not_valid") return form.refuse({ "": "errors.voucher.mismatch" });
  const answer = await refundVoucher(services, { voucher_id: found.voucher.id, by: { role: "BUYER" } });
  // Idempotent.
  if (answer.outcome === "refused" && !(await isWithdrawn(services.db, found.voucher.id)))
    return form.refuse({ "": refusalText(answer.reason) });
  return redirect("/voucher/withdrawal", { status: 303, headers: await doneHeaders(context, "withdrawn") });
}

const REFUSALS = ["redeemed", "disputed", "charged_back", "too_late", "not_paid", "nothing_left"];

function refusalText(reason: string): string {
  return REFUSALS.includes(reason) ? `errors.voucher.withdrawal.${reason}` : "errors.voucher.changed";
}

function valuesOf(context: Context): { contact: string } {
  return { contact: context.get(settingsContext).brand.support_email };
}

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const confirm = actionData && "confirm" in actionData ? actionData.confirm : null;
  const lastResult = actionData && !("confirm" in actionData) ? actionData : undefined;
  return <WithdrawalPage {...loaderData} confirm={confirm} lastResult={lastResult} />;
}

export function headers() {
  return { "Cache-Control": "private, no-store" };
}
