import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findMailedToken, isCommonPassword, resetPassword } from "../../domain/auth/auth.server.ts";
import { resetForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton, MainLink } from "../../ui/components/main-button.tsx";
import { PasswordField } from "../../ui/components/password-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/reset-password";

/** Sets a new password by the token of the mail; all sessions end. */
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
  if (isCommonPassword(password)) return form.refuse({ password: "errors.password.common" });
  const reset = params.token ? await resetPassword(services, { token: params.token, password }) : null;
  if (!reset) return form.refuse({ "": "errors.reset.failed" });
  return redirect("/login?changed", 303);
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const [form, fields] = shownForm<{ password: string; password_confirmation: string }>({
    id: "reset",
    lastResult: actionData,
  });
  if (!loaderData.isOpen) {
    return (
      <FormPage title={t("reset.title")}>
        <p className="summary" role="alert">
          {t("reset.failed")}
        </p>
        <p className="help">{t("reset.failedHelp")}</p>
        <div className="actions">
          <MainLink href="/password/forgot">{t("reset.again")}</MainLink>
        </div>
      </FormPage>
    );
  }
  return (
    <FormPage title={t("reset.title")} intro={t("reset.intro")}>
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form method="post" noValidate data-check="" className="fields">
        <PasswordField field={fields.password} label={t("reset.password")} help={t("passwordHelp")} isNew />
        <PasswordField field={fields.password_confirmation} label={t("passwordAgain")} isNew />
        <MainButton>{t("reset.go")}</MainButton>
      </form>
    </FormPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }, { name: "robots", content: "noindex" }];
}
