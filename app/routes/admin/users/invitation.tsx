import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { inviteCreator } from "../../../domain/auth/creator-invitations.server.ts";
import { forgotForm } from "../../../domain/users/user.schema.ts";
import { readForm } from "../../../http/body.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { featuresOf } from "../../../http/features.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf, doneText } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/invitation";

export function loader({ context, url }: Route.LoaderArgs) {
  const { t } = deskOf(context);
  return {
    title: t("operators:creator.title"),
    done: doneText(url, ["invited", "by_invitation"], (done) => t(`operators:creator.done.${done}`)),
    isOpen: featuresOf(context).registration === "open",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { id: operator_id } = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), forgotForm);
  if (!form.ok) return form.reply;
  const { email } = form.value;
  await requireBudget(context, "admin_mail", operator_id);
  await requireBudget(context, "admin_mail_to", email);
  const given = { operator_id, email, locale: getLocale(context) };
  const outcome = await inviteCreator(context.get(servicesContext), given);
  if (outcome === "email_taken") return form.refuse({ email: "errors.email.taken" });
  return redirect("/admin/users/invitation?done=invited", 303);
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function InviteCreator({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("operators");
  const { form, fields, input } = useCheckedForm({
    ...{ id: "invite", schema: forgotForm, lastResult: actionData },
  });
  const labels = { email: t("email") };
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <section className="card">
        <p className="help">
          {t(loaderData.isOpen ? "creator.registration.open" : "creator.registration.invitation")}
        </p>
        <FieldsForm form={form} labels={labels}>
          <TextInput
            {...input(fields.email, "email")}
            label={labels.email}
            autoComplete="off"
            maxLength={254}
          />
          <SubmitButton>{t("creator.go")}</SubmitButton>
        </FieldsForm>
      </section>
      <UpLink to="/admin/users">{t("creator.back")}</UpLink>
    </AdminPage>
  );
}
