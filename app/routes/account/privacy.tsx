import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Button, Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { privacyForm } from "../../domain/users/settings.schema.ts";
import { saveSettings, setRanking } from "../../domain/users/settings.server.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { featuresOf } from "../../http/features.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/privacy";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const account = await findAccount(context.get(servicesContext).db, viewer.id);
  return {
    isRanked: featuresOf(context).leaderboard,
    isSaved: (await takeDone(request, context, ["saved"])) !== null,
    values: {
      show_online_status: account.show_online_status ? "on" : undefined,
      ranking_enabled: account.ranking_enabled_at ? "on" : undefined,
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), privacyForm);
  if (!form.ok) return form.reply;
  const { show_online_status, ranking_enabled } = form.value;
  await saveSettings(db, viewer.id, { show_online_status }, clock());
  if (featuresOf(context).leaderboard) await setRanking(db, viewer.id, ranking_enabled, clock());
  return redirect("/account/privacy", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Privacy({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "privacy",
    lastResult: actionData ?? null,
    defaultValue: loaderData.values,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: privacyForm }),
  });
  const labels = { show_online_status: t("privacy.online"), ranking_enabled: t("privacy.ranking") };
  return (
    <AccountPage title={t("privacy.title")} isSaved={loaderData.isSaved}>
      <section className="card">
        <FieldsForm form={form} labels={labels}>
          <Checkbox
            {...getInputProps(fields.show_online_status, { type: "checkbox" })}
            label={labels.show_online_status}
            error={textOf(fields.show_online_status.errors)}
          />
          {loaderData.isRanked ? (
            <Checkbox
              {...getInputProps(fields.ranking_enabled, { type: "checkbox" })}
              label={labels.ranking_enabled}
              error={textOf(fields.ranking_enabled.errors)}
            />
          ) : null}
          <SubmitButton>{t("save")}</SubmitButton>
        </FieldsForm>
      </section>
      <section className="card">
        <h2 className="group-label">{t("privacy.export")}</h2>
        <p className="help">{t("privacy.exportHelp")}</p>
        <div className="actions">
          <Button component="a" href="/account/export" className="second">
            {t("privacy.exportGo")}
          </Button>
        </div>
      </section>
    </AccountPage>
  );
}
