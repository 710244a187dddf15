import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { beginSecondStep } from "../../domain/auth/passwords.server.ts";
import { findUserForSession } from "../../domain/auth/sessions.server.ts";
import { loginForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { ownCookie } from "../../http/own-cookie.server.ts";
import { safeReturnPath } from "../../http/preference-cookies.server.ts";
import { beginSession } from "../../http/sessions.server.ts";
import { authenticate } from "../../http/sign-in.server.ts";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { PasswordField, TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useFeatures } from "../../ui/shells/layout-data.ts";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/login";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  return {
    title: getI18n(context).t("auth:login.title"),
    returnTo: url.searchParams.get("return_to"),
    done: (await takeDone(request, context, ["changed", "joined"]))?.act ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const form = parseForm(request, context, await readCheckableForm(request), loginForm);
  if (!form.ok) return form.reply;
  const check = await authenticate(context, form.value);
  if (check.outcome === "blocked") return form.refuse({ "": "errors.login.blocked" });
  if (check.outcome === "failed") return form.refuse({ "": "errors.login.failed" });
  const target = safeReturnPath(form.value.return_to ?? null, "/dashboard");
  if (check.needs_second_factor) {
    const token = await beginSecondStep(db, { ...check, now: clock() });
    const headers = { "Set-Cookie": await ownCookie(context, "second_step").serialize(token) };
    return redirect(`/login/code?return_to=${encodeURIComponent(target)}`, { status: 303, headers });
  }
  const { password_hash } = check;
  const user = { ...(await findUserForSession(db, check.user_id)), password_hash };
  const headers = await beginSession(request, context, { ...user, has_second_factor: false });
  return redirect(target, { status: 303, headers });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const { registration } = useFeatures();
  const { done } = loaderData;
  const [form, fields] = shownForm<{ email: string; password: string; return_to: string }>({
    id: "login",
    lastResult: actionData,
    defaultValue: { return_to: loaderData.returnTo ?? "" },
  });
  return (
    <FormPage title={t("login.title")}>
      {done ? <p className="note">{t(done === "joined" ? "login.joined" : "login.newPassword")}</p> : null}
      <ErrorSummary
        formId={form.id}
        errors={form.allErrors}
        labels={{ email: t("email"), password: t("password") }}
      />
      <form method="post" action="/login" noValidate className="fields" data-visitor="">
        <input type="hidden" name="return_to" value={fields.return_to.initialValue ?? ""} />
        <TextField
          field={fields.email}
          label={t("email")}
          control={{ type: "email", autoComplete: "username", inputMode: "email" }}
        />
        <PasswordField field={fields.password} label={t("password")} />
        <MainButton>{t("login.go")}</MainButton>
      </form>
      <p className="more-links">
        <a href="/password/forgot">{t("login.forgot")}</a>
        {registration === "open" ? <a href="/register">{t("login.register")}</a> : null}
      </p>
    </FormPage>
  );
}
