import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { payoutCodeForm } from "../../domain/payouts/destinations/payout-data.schema.ts";
import { confirmPayoutData, findPayoutData } from "../../domain/payouts/destinations/payout-data.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/payout-code";

/** Its own address works on another device and without script. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const change = await requireOwnChange(context, viewer.id, params.id);
  return { email: viewer.email, masked_account: change.masked_account };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await requireOwnChange(context, viewer.id, params.id);
  const form = parseForm(request, context, await readForm(request), payoutCodeForm);
  if (!form.ok) return form.reply;
  const given = { user_id: viewer.id, id: params.id, code: form.value.code };
  const outcome = await confirmPayoutData(services, given);
  if (outcome === "confirmed")
    return redirect("/account/payoutdata", { status: 303, headers: await doneHeaders(context, "confirmed") });
  if (outcome === "in_progress") return form.refuse({ "": "errors.payout.in_progress" });
  return form.refuse({ code: "errors.payout.code" });
}

async function requireOwnChange(context: Route.LoaderArgs["context"], userId: string, id: string) {
  const { accepted, change } = await findPayoutData(context.get(servicesContext).db, userId);
  if (change?.id !== id && accepted?.id !== id) throw data(null, { status: 404 });
  if (change?.status !== "CODE_SENT") throw redirect("/account/payoutdata", 303);
  return change;
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function PayoutCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("payouts");
  const { t: account } = useTranslation("account");
  const { email, masked_account } = loaderData;
  const { form, fields, input } = useCheckedForm({
    id: "payout-code",
    lastResult: actionData,
    schema: payoutCodeForm,
  });
  const labels = { code: account("factor.code") };
  return (
    <FormPage title={t("code.title")} intro={t("code.intro", { email, masked_account })}>
      <FieldsForm form={form} labels={labels}>
        <TextInput
          {...input(fields.code)}
          label={labels.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
        />
        <SubmitButton>{t("code.go")}</SubmitButton>
      </FieldsForm>
      <p className="more-links">
        <Link to="/account/payoutdata">{t("code.again")}</Link>
      </p>
    </FormPage>
  );
}
