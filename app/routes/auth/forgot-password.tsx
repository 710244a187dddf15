import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { requestPasswordReset } from "../../domain/auth/passwords.server.ts";
import { forgotForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { mayMail, recipientKey } from "../../http/budgets.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/forgot-password";

export function loader({ context }: Route.LoaderArgs) {
  return { title: getI18n(context).t("auth:forgot.title") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = parseForm(request, context, await readCheckableForm(request), forgotForm);
  if (!form.ok) return data({ reply: form.reply.data }, { status: 422 });
  const { email } = form.value;
  if (!(await mayMail(context, [{ budget: "forgot_email", key: recipientKey(email) }])))
    return data({ reply: form.refuse({ "": "errors.forgot.blocked" }).data }, { status: 422 });
  await requestPasswordReset(services, email);
  return { sentTo: email };
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const reply = actionData && "reply" in actionData ? actionData.reply : null;
  const [form, fields] = shownForm<{ email: string }>({ id: "forgot", lastResult: reply });
  if (actionData && "sentTo" in actionData) {
    return (
      <FormPage title={t("forgot.sentTitle")} intro={t("forgot.sent", { email: actionData.sentTo })}>
        <p className="more-links">
          <a href="/login">{t("forgot.back")}</a>
        </p>
      </FormPage>
    );
  }
  return (
    <FormPage title={t("forgot.title")} intro={t("forgot.intro")}>
      <CheckedForm form={form} labels={{ email: t("email") }} button={t("forgot.go")}>
        <TextField
          field={fields.email}
          label={t("email")}
          control={{ type: "email", autoComplete: "email", inputMode: "email" }}
        />
      </CheckedForm>
      <p className="more-links">
        <a href="/login">{t("forgot.back")}</a>
      </p>
    </FormPage>
  );
}
