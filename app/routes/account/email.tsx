import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { requestEmailChange } from "../../domain/auth/email-change.server.ts";
import { emailForm } from "../../domain/users/user.schema.ts";
import { payoutsWaitUntil } from "../../http/account-standing.server.ts";
import { readForm } from "../../http/body.server.ts";
import { mayMail, recipientKey, type Taking } from "../../http/budgets.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { authenticateOwner, toLogin } from "../../http/sign-in.server.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { EmailChangedNote } from "../../ui/components/email-changed-note.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/email";

/** The link goes to the new address, a notice to the old. Open in every stage, for mistyped addresses. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  return {
    email: viewer.email,
    waitsUntil: await payoutsWaitUntil(context, viewer.id),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), emailForm);
  if (!form.ok) return form.reply;
  const { email, password } = form.value;
  const owner = await authenticateOwner(context, viewer, password);
  if (owner.outcome === "blocked") return form.refuse({ "": "errors.login.blocked" });
  if (owner.outcome === "wrong")
    return form.refuse({ "": "errors.email.change_failed", password: "errors.password.wrong" });
  const budgets: Taking[] = [
    { budget: "change_account", key: viewer.id },
    { budget: "change_email", key: recipientKey(email) },
  ];
  if (!(await mayMail(context, budgets))) return form.refuse({ "": "errors.forgot.blocked" });
  const given = { user_id: viewer.id, email, asker: owner.asker };
  const outcome = await requestEmailChange(services, given).catch(toLogin);
  if (outcome === "email_taken") return form.refuse({ email: "errors.email.taken" });
  return redirect("/email/confirm", 303);
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { form, fields, input } = useCheckedForm({
    id: "email",
    lastResult: actionData,
    schema: emailForm,
  });
  const labels = { email: t("email.label"), password: t("email.password") };
  return (
    <AccountPage title={t("email.title")} intro={t("email.intro", { email: loaderData.email })}>
      <EmailChangedNote waitsUntil={loaderData.waitsUntil} />
      <section className="card">
        <FieldsForm form={form} labels={labels}>
          <TextInput
            {...input(fields.email, "email")}
            label={labels.email}
            autoComplete="email"
            inputMode="email"
            maxLength={254}
          />
          <TextInput
            {...input(fields.password, "password")}
            label={labels.password}
            autoComplete="current-password"
            maxLength={1024}
          />
          <SubmitButton>{t("email.go")}</SubmitButton>
        </FieldsForm>
      </section>
    </AccountPage>
  );
}
