import type { SubmissionResult } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { changePassword, findPasswordFaultOf } from "../../domain/auth/passwords.server.ts";
import { changePasswordForm } from "../../domain/users/user.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { authenticateOwner, toLogin } from "../../http/sign-in.server.ts";
import { FieldsForm, useAnswerKey, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/password";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireViewer(request, context);
  return { isSaved: (await takeDone(request, context, ["saved"])) !== null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), changePasswordForm);
  if (!form.ok) return form.reply;
  const { current_password, password } = form.value;
  const fault = await findPasswordFaultOf(services.db, viewer.id, password);
  if (fault) return form.refuse({ password: `errors.password.${fault}` });
  const owner = await authenticateOwner(context, viewer, current_password);
  if (owner.outcome === "blocked") return form.refuse({ "": "errors.login.blocked" });
  if (owner.outcome === "wrong")
    return form.refuse({ "": "errors.password.change_failed", current_password: "errors.password.wrong" });
  await changePassword(services, { user_id: viewer.id, asker: owner.asker, password }).catch(toLogin);
  return redirect("/account/password", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  return (
    <AccountPage title={t("password.title")} intro={t("password.intro")} isSaved={loaderData.isSaved}>
      <section className="card">
        <PasswordForm key={useAnswerKey({ actionData, loaderData })} lastResult={actionData ?? null} />
      </section>
    </AccountPage>
  );
}

function PasswordForm({ lastResult }: { lastResult: SubmissionResult<string[]> | null }) {
  const { t } = useTranslation("account");
  const { t: auth } = useTranslation("auth");
  const { form, fields, input } = useCheckedForm({
    id: "password",
    lastResult,
    schema: changePasswordForm,
  });
  const labels = {
    current_password: t("password.current"),
    password: t("password.new"),
    password_confirmation: auth("passwordAgain"),
  };
  return (
    <FieldsForm form={form} labels={labels}>
      <TextInput
        {...input(fields.current_password, "password")}
        label={labels.current_password}
        autoComplete="current-password"
        maxLength={1024}
      />
      <TextInput
        {...input(fields.password, "password")}
        label={labels.password}
        description={auth("passwordHelp")}
        autoComplete="new-password"
        maxLength={1024}
      />
      <TextInput
        {...input(fields.password_confirmation, "password")}
        label={labels.password_confirmation}
        autoComplete="new-password"
        maxLength={1024}
      />
      <SubmitButton>{t("password.go")}</SubmitButton>
    </FieldsForm>
  );
}
