import { createContext, redirect } from "react-router";
import { z } from "zod";
import { ownCookieContext, servicesContext } from "../../context.ts";
import { isInvited } from "../../domain/auth/creator-invitations.server.ts";
import {
  findPendingRegistration,
  forgetRegistration,
  keepRegistration,
  type PendingRegistration,
  register,
} from "../../domain/auth/registration.server.ts";
import { registerAgainForm, registerForm } from "../../domain/users/user.schema.ts";
import { readCheckableUploadForm } from "../../http/body.server.ts";
import { mayKeepRegistration, mayRegister } from "../../http/budgets.server.ts";
import { featuresOf, neededInvitation } from "../../http/features.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { ownCookie } from "../../http/own-cookie.server.ts";
import { newCurrency } from "../../http/rules.server.ts";
import { beginSession } from "../../http/sessions.server.ts";
import { CheckField } from "../../ui/components/check-field.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { Linked } from "../../ui/components/prose.tsx";
import { DocumentField, PasswordField, TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/register";
import { typedPassword } from "./typed-password.server.ts";

const keptContext = createContext<PendingRegistration | null>(null);
/** Set by a post, whose page has no query. */
const invitedContext = createContext(false);

export async function loader({ context, url }: Route.LoaderArgs) {
  const kept = context.get(keptContext);
  const invitation = url.searchParams.get("invitation");
  const isOpen = featuresOf(context).registration === "open";
  return {
    invitation,
    mayRegister:
      isOpen || context.get(invitedContext) || (await isInvited(context.get(servicesContext), invitation)),
    kept: kept?.id ?? null,
    title: getI18n(context).t("auth:register.title"),
    hasPassword: Boolean(kept?.password_hash),
    hasDocument: Boolean(kept?.document),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { fields, file } = await readCheckableUploadForm(request, "document");
  if (featuresOf(context).registration !== "open") {
    const invitation = fields.get("invitation");
    const isValid = typeof invitation === "string" && (await isInvited(services, invitation));
    if (!isValid) return redirect("/register", 303);
    context.set(invitedContext, true);
  }
  const { success: isNamed, data: id } = z.uuid().safeParse(fields.get("kept"));
  const token = isNamed
    ? await ownCookie(context, "registration").parse(request.headers.get("Cookie"))
    : null;
  const pending = await findPendingRegistration(services, { token, id: isNamed ? id : null });
  context.set(keptContext, pending);
  const typed = await typedPassword(fields);
  const isKept = Boolean(pending?.password_hash) && typed.isEmpty;
  const form = isKept
    ? parseForm(request, context, fields, registerAgainForm)
    : parseForm(request, context, fields, registerForm);
  if (!form.ok && form.isCheck) return form.reply;
  const problems: Record<string, string> = isKept ? {} : typed.problems;
  if (!file && !pending?.document) problems.document = "errors.document.required";
  if (file && "problem" in file) problems.document = `errors.image.${file.problem}`;
  const isRight = form.ok && Object.keys(problems).length === 0;
  if (isRight && !(await mayRegister(context, form.value.email)))
    return form.refuse({ "": "errors.registration.blocked" });
  if (!isRight && !(await mayKeepRegistration(context, { isCounted: false }))) {
    if (file && "bytes" in file) problems.document = "errors.document.again";
    return form.refuse(problems);
  }
  // Stores valid fields first, for the next try.
  const kept = await keepRegistration(services, pending ? token : null, {
    password: typed.good,
    document: file && "bytes" in file ? file.bytes : null,
  });
  context.set(keptContext, kept.pending);
  const cookie = await ownCookie(context, "registration").serialize(kept.token);
  const refuse = (errors: Record<string, string>) => {
    if (kept.pending) context.set(ownCookieContext, cookie);
    return form.refuse(errors);
  };
  if (kept.refused) return refuse({ ...problems, document: `errors.image.${kept.refused}` });
  if (!form.ok || !isRight || !kept.pending) return refuse(problems);
  const locale = getLocale(context);
  const { email } = form.value;
  const invitation = neededInvitation(context, form.value.invitation);
  const { moneyModel: money_model } = services.config;
  const account = { email, locale, currency: newCurrency(context), money_model, invitation };
  const outcome = await register(services, { ...account, pending: kept.pending });
  if (outcome.outcome === "not_invited") return refuse({ "": "errors.registration.invitation" });
  if (outcome.outcome === "email_taken") {
    if (await mayKeepRegistration(context, { isCounted: true }))
      return refuse({ email: "errors.email.taken" });
    await forgetRegistration(services, kept.pending);
    context.set(keptContext, null);
    return form.refuse({ email: "errors.email.taken", document: "errors.document.again" });
  }
  if (outcome.outcome !== "registered") return form.refuse({ document: "errors.document.required" });
  const headers = await beginSession(request, context, {
    id: outcome.user_id,
    locale,
    has_second_factor: false,
    is_registration: true,
  });
  headers.append("Set-Cookie", await ownCookie(context, "registration").serialize(""));
  return redirect("/account/verify-email", { status: 303, headers });
}

interface RegisterFields {
  invitation: string;
  email: string;
  password: string;
  password_confirmation: string;
  terms: string;
  document: string;
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { kept, hasPassword, hasDocument, mayRegister } = loaderData;
  const { t } = useTexts("auth");
  const [form, fields] = shownForm<RegisterFields>({
    id: "register",
    lastResult: actionData,
    defaultValue: { invitation: loaderData.invitation ?? "" },
  });
  const { initialValue: invitation } = fields.invitation;
  const invited = invitation ? `/register?invitation=${encodeURIComponent(invitation)}` : "/register";
  if (!mayRegister)
    return (
      <FormPage title={t("register.title")} intro={t("register.byInvitation")}>
        <p className="more-links">
          <a href="/login">{t("register.login")}</a>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("register.title")} intro={t("register.intro")}>
      <ErrorSummary
        formId={form.id}
        errors={form.allErrors}
        labels={{
          email: t("email"),
          password: t("password"),
          password_confirmation: t("passwordAgain"),
          document: t("register.document"),
        }}
      />
      <form
        method="post"
        action={invited}
        encType="multipart/form-data"
        noValidate
        className="fields"
        data-visitor=""
      >
        {invitation ? <input type="hidden" name="invitation" value={invitation} /> : null}
        {kept === null ? null : <input type="hidden" name="kept" value={kept} />}
        <TextField
          field={fields.email}
          label={t("email")}
          help={t("register.emailHelp")}
          control={{ type: "email", autoComplete: "email", inputMode: "email" }}
        />
        <PasswordField
          field={fields.password}
          label={t("password")}
          help={hasPassword ? t("register.passwordKept") : t("passwordHelp")}
          isNew
        />
        <PasswordField field={fields.password_confirmation} label={t("passwordAgain")} isNew />
        <CheckField field={fields.terms}>
          <Linked text={t("register.terms")} />
        </CheckField>
        <DocumentField
          field={fields.document}
          label={t("register.document")}
          help={hasDocument ? t("register.documentKept") : t("register.documentHelp")}
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
