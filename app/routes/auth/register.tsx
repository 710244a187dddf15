import { useForm } from "@conform-to/react";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { registerForm } from "../../domain/accounts/account.schema.ts";
import { isCommonPassword, register } from "../../domain/accounts/accounts.server.ts";
import { readCheckableUploadForm } from "../../http/body.server.ts";
import { mayRegister } from "../../http/budgets.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { beginSession } from "../../http/sessions.server.ts";
import { CheckField } from "../../ui/form/check-field.tsx";
import { DocumentField } from "../../ui/form/document-field.tsx";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { MainButton } from "../../ui/form/main-button.tsx";
import { PasswordField } from "../../ui/form/password-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { FormPage } from "../../ui/page/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/register";

export function loader({ context }: Route.LoaderArgs) {
  return { title: getI18n(context).t("auth:register.title") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { fields, file } = await readCheckableUploadForm(request, "document");
  const form = parseForm(request, context, fields, registerForm);
  if (!form.ok) return form.reply;
  const { email, password } = form.value;
  if (isCommonPassword(password)) return form.refuse({ password: "errors.password.common" });
  if (!file) return form.refuse({ document: "errors.document.required" });
  if ("problem" in file) return form.refuse({ document: `errors.image.${file.problem}` });
  if (!(await mayRegister(context, email))) return form.refuse({ "": "errors.registration.blocked" });
  const locale = getLocale(context);
  const outcome = await register(services, { email, password, locale, document: file.bytes });
  if (outcome.outcome === "email_taken") return form.refuse({ email: "errors.email.taken" });
  if (outcome.outcome === "document_refused")
    return form.refuse({ document: `errors.image.${outcome.reason}` });
  const user = { id: outcome.user_id, locale, has_second_factor: false };
  return redirect("/account/verify-email", {
    status: 303,
    headers: await beginSession(request, context, user),
  });
}

interface RegisterFields {
  email: string;
  password: string;
  password_confirmation: string;
  terms: string;
  document: string;
}

export default function Register({ actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const [form, fields] = useForm<RegisterFields>({ id: "register", lastResult: actionData });
  return (
    <FormPage title={t("register.title")} intro={t("register.intro")}>
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <form
        method="post"
        action="/register"
        encType="multipart/form-data"
        noValidate
        data-check=""
        className="fields"
        data-visitor=""
      >
        <TextField
          field={fields.email}
          label={t("email")}
          help={t("register.emailHelp")}
          control={{ type: "email", autoComplete: "email", inputMode: "email" }}
        />
        <PasswordField field={fields.password} label={t("password")} help={t("passwordHelp")} isNew />
        <PasswordField field={fields.password_confirmation} label={t("passwordAgain")} isNew />
        <CheckField field={fields.terms}>
          {t("register.terms")} <a href="/terms">{t("register.termsLink")}</a>,{" "}
          <a href="/privacy">{t("register.privacyLink")}</a>
        </CheckField>
        <DocumentField
          field={fields.document}
          label={t("register.document")}
          help={t("register.documentHelp")}
          dropText={t("register.documentDrop")}
        />
        <MainButton>{t("register.go")}</MainButton>
      </form>
      <p className="more-links">
        <a href="/login">{t("register.login")}</a>
      </p>
    </FormPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
