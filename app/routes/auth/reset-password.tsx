import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findMailedToken } from "../../domain/auth/mailed-tokens.server.ts";
import { findPasswordFaultOf, resetPassword } from "../../domain/auth/passwords.server.ts";
import { resetForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { DeadLink } from "../../ui/components/dead-link.tsx";
import { PasswordField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/reset-password";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const found = params.token ? await findMailedToken(db, "password", params.token, clock()) : null;
  return { title: getI18n(context).t("auth:reset.title"), isOpen: found !== null };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = parseForm(request, context, await readCheckableForm(request), resetForm);
  if (!form.ok) return form.reply;
  const { password } = form.value;
  const { db, clock } = services;
  const { token = "" } = params;
  const owner = await findMailedToken(db, "password", token, clock());
  if (!owner) return form.refuse({ "": "errors.reset.failed" });
  const fault = await findPasswordFaultOf(db, owner.user_id, password);
  if (fault) return form.refuse({ password: `errors.password.${fault}` });
  const reset = await resetPassword(services, { token, password });
  if (!reset) return form.refuse({ "": "errors.reset.failed" });
  return redirect("/login", { status: 303, headers: await doneHeaders(context, "changed") });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const [form, fields] = shownForm<{ password: string; password_confirmation: string }>({
    id: "reset",
    lastResult: actionData,
  });
  if (!loaderData.isOpen) {
    return (
      <DeadLink
        title={t("reset.title")}
        text={t("reset.failed")}
        help={t("reset.failedHelp")}
        again={{ href: "/password/forgot", text: t("reset.again") }}
      />
    );
  }
  return (
    <FormPage title={t("reset.title")} intro={t("reset.intro")}>
      <CheckedForm
        form={form}
        labels={{ password: t("reset.password"), password_confirmation: t("passwordAgain") }}
        button={t("reset.go")}
      >
        <PasswordField field={fields.password} label={t("reset.password")} help={t("passwordHelp")} isNew />
        <PasswordField field={fields.password_confirmation} label={t("passwordAgain")} isNew />
      </CheckedForm>
    </FormPage>
  );
}
