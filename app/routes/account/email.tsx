import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { requestEmailChange } from "../../domain/auth/auth.server.ts";
import { emailForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { mayMail, recipientKey, type Taking } from "../../http/budgets.server.ts";
import { payoutsWaitUntil } from "../../http/email-undo-end.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { authenticateOwner, toLogin } from "../../http/sign-in.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { EmailChangedNote } from "../../ui/components/email-changed-note.tsx";
import { PasswordField } from "../../ui/components/password-field.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/email";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Another address: its link goes to the new one, a notice to the old. Open in every stage, for who mistyped it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  return {
    title: getI18n(context).t("account:email.title"),
    email: viewer.email,
    waitsUntil: await payoutsWaitUntil(context, viewer.id),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), emailForm);
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

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const [form, fields] = shownForm<{ email: string; password: string }>({
    id: "email",
    lastResult: actionData,
  });
  return (
    <AccountPage title={t("email.title")} intro={t("email.intro", { email: loaderData.email })}>
      <EmailChangedNote waitsUntil={loaderData.waitsUntil} />
      <section className="card">
        <CheckedForm form={form} button={t("email.go")}>
          <TextField
            field={fields.email}
            label={t("email.label")}
            control={{ type: "email", autoComplete: "email", inputMode: "email", maxLength: 254 }}
          />
          <PasswordField field={fields.password} label={t("email.password")} />
        </CheckedForm>
      </section>
    </AccountPage>
  );
}
