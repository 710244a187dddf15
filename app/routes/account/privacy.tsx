import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { privacyForm } from "../../domain/users/profile.schema.ts";
import { findAccount, saveSettings, setRanking } from "../../domain/users/users.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CheckField } from "../../ui/components/check-field.tsx";
import { MainButton, SecondLink } from "../../ui/components/main-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/privacy";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Who sees that one is online, whether one stands on the leaderboard, and one's own data to take along. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const account = await findAccount(context.get(servicesContext).db, viewer.id);
  return {
    title: getI18n(context).t("account:privacy.title"),
    isSaved: takeDone(request, context, ["saved"]) !== null,
    values: {
      show_online_status: account.show_online_status ? "on" : undefined,
      ranking_enabled: account.ranking_enabled_at ? "on" : undefined,
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), privacyForm);
  if (!form.ok) return form.reply;
  const { show_online_status, ranking_enabled } = form.value;
  await saveSettings(db, viewer.id, { show_online_status }, clock());
  await setRanking(db, viewer.id, ranking_enabled, clock());
  return redirect("/account/privacy", { status: 303, headers: doneHeaders(context, "saved") });
}

export default function Privacy({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const [, fields] = shownForm<{ show_online_status?: string; ranking_enabled?: string }>({
    id: "privacy",
    lastResult: actionData,
    defaultValue: loaderData.values,
  });
  return (
    <AccountPage title={t("privacy.title")} isSaved={loaderData.isSaved}>
      <section className="card">
        <form method="post" className="fields">
          <CheckField field={fields.show_online_status}>{t("privacy.online")}</CheckField>
          <CheckField field={fields.ranking_enabled}>{t("privacy.ranking")}</CheckField>
          <MainButton>{t("save")}</MainButton>
        </form>
      </section>
      <section className="card">
        <h2 className="group-label">{t("privacy.export")}</h2>
        <p className="help">{t("privacy.exportHelp")}</p>
        <div className="actions">
          <SecondLink href="/account/export">{t("privacy.exportGo")}</SecondLink>
        </div>
      </section>
    </AccountPage>
  );
}
