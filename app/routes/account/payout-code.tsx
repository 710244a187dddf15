import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { payoutCodeForm } from "../../domain/payouts/destinations/payout-data.schema.ts";
import { confirmPayoutData, findPayoutData } from "../../domain/payouts/payouts.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CodeForm } from "../../ui/components/code-form.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/payout-code";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The code of the mail, on an address of its own: it works on another device too, and without script. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const change = await requireOwnChange(context, viewer.id, params.id);
  return {
    title: getI18n(context).t("payouts:code.title"),
    email: viewer.email,
    masked_account: change.masked_account,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await requireOwnChange(context, viewer.id, params.id);
  const form = parseForm(request, context, await readCheckableForm(request), payoutCodeForm);
  if (!form.ok) return form.reply;
  const given = { user_id: viewer.id, id: params.id, code: form.value.code };
  const outcome = await confirmPayoutData(services, given);
  if (outcome === "confirmed")
    return redirect("/account/payoutdata", { status: 303, headers: doneHeaders(context, "confirmed") });
  if (outcome === "in_progress") return form.refuse({ "": "errors.payout.in_progress" });
  return form.refuse({ code: "errors.payout.code" });
}

/** One's own change that waits for its code; no other creator's is there, and what was confirmed needs none. */
async function requireOwnChange(context: Route.LoaderArgs["context"], userId: string, id: string) {
  const { accepted, change } = await findPayoutData(context.get(servicesContext).db, userId);
  if (change?.id !== id && accepted?.id !== id) throw data(null, { status: 404 });
  if (change?.status !== "CODE_SENT") throw redirect("/account/payoutdata", 303);
  return change;
}

export default function PayoutCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("payouts");
  const { email, masked_account } = loaderData;
  return (
    <FormPage title={t("code.title")} intro={t("code.intro", { email, masked_account })}>
      <CodeForm id="payout-code" lastResult={actionData} go={t("code.go")} digitsOnly />
      <p className="more-links">
        <a href="/account/payoutdata">{t("code.again")}</a>
      </p>
    </FormPage>
  );
}
