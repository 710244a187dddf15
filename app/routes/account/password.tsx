import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { changePassword, findPasswordFaultOf } from "../../domain/auth/auth.server.ts";
import { changePasswordForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { authenticateOwner, toLogin } from "../../http/sign-in.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { PasswordField } from "../../ui/components/password-field.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/password";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Another password; all other sessions end. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireViewer(request, context);
  return {
    title: getI18n(context).t("account:password.title"),
    isSaved: takeDone(request, context, ["saved"]) !== null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), changePasswordForm);
  if (!form.ok) return form.reply;
  const { current_password, password } = form.value;
  const fault = await findPasswordFaultOf(services.db, viewer.id, password);
  if (fault) return form.refuse({ password: `errors.password.${fault}` });
  const owner = await authenticateOwner(context, viewer, current_password);
  if (owner.outcome === "blocked") return form.refuse({ "": "errors.login.blocked" });
  if (owner.outcome === "wrong")
    return form.refuse({ "": "errors.password.change_failed", current_password: "errors.password.wrong" });
  await changePassword(services, { user_id: viewer.id, asker: owner.asker, password }).catch(toLogin);
  return redirect("/account/password", { status: 303, headers: doneHeaders(context, "saved") });
}

interface PasswordFields {
  current_password: string;
  password: string;
  password_confirmation: string;
}

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const { t: auth } = useTexts("auth");
  const [form, fields] = shownForm<PasswordFields>({ id: "password", lastResult: actionData });
  return (
    <AccountPage title={t("password.title")} intro={t("password.intro")} isSaved={loaderData.isSaved}>
      <section className="card">
        <CheckedForm form={form} button={t("password.go")}>
          <PasswordField field={fields.current_password} label={t("password.current")} />
          <PasswordField
            field={fields.password}
            label={t("password.new")}
            help={auth("passwordHelp")}
            isNew
          />
          <PasswordField field={fields.password_confirmation} label={auth("passwordAgain")} isNew />
        </CheckedForm>
      </section>
    </AccountPage>
  );
}
