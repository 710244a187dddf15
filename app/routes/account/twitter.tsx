import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { microblogForm } from "../../domain/microblog/microblog.schema.ts";
import { changeSettings, findMicroblog, findSettings } from "../../domain/microblog/microblog.server.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { CheckField } from "../../ui/components/check-field.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { SelectField } from "../../ui/components/text-field.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/twitter";
import { tickedValues } from "./ticked-values.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

const ACTS = ["saved", "linked", "unlinked", "away", "many", "expired", "taken"] as const;

/** The link to the microblogging service, and what is posted there (docs/product.md, 9.16). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const { db, networks, standIns } = context.get(servicesContext);
  const network = networks.find("x");
  const link = await findMicroblog(db, viewer.id, "x");
  const { t } = getI18n(context);
  const label = network?.label ?? "X";
  return {
    title: t("microblog:title", { network: label }),
    label,
    isSetUp: network !== null,
    isStandIn: standIns.x !== null,
    done: takeDone(request, context, ACTS)?.act ?? null,
    link: link && {
      handle: link.handle,
      isFailed: link.failed_at !== null,
      day: formatDay(link.linked_at, getLocale(context)),
    },
    values: tickedValues(await findSettings(db, viewer.id, "x")),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, networks } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), microblogForm);
  if (!form.ok) return form.reply;
  if (!networks.find("x")) throw data(null, { status: 404 });
  await changeSettings(db, viewer.id, "x", form.value, clock());
  return redirect("/account/twitter", { status: 303, headers: doneHeaders(context, "saved") });
}

export default function Twitter({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("microblog");
  const { t: errors } = useTexts("errors");
  const { t: standIn } = useTexts("standIns");
  const { title, label: network, isSetUp, isStandIn, done, link } = loaderData;
  const isLinked = link !== null && !link.isFailed;
  return (
    <AccountPage
      title={title}
      intro={isSetUp ? t("intro", { network }) : t("notHere")}
      isSaved={done === "saved" || done === "linked" || done === "unlinked"}
      {...(done === "linked" || done === "unlinked" ? { savedText: t(`done.${done}`) } : {})}
    >
      {isStandIn ? (
        <p className="note">
          {standIn("here", { network })} <a href="/dev/networks">{standIn("seePosts")}</a>
        </p>
      ) : null}
      {done === "away" || done === "many" || done === "expired" || done === "taken" ? (
        <FaultNote>{errors(`microblog.${done}`, { network })}</FaultNote>
      ) : null}
      {link?.isFailed ? <FaultNote>{t("linkFailed", { network, handle: link.handle })}</FaultNote> : null}
      {isLinked ? (
        <Card title={t("linkedAs", { handle: link.handle })}>
          <p>{t("linkedSince", { day: link.day })}</p>
          <p className="help">{t("unlinkHelp", { network })}</p>
          <RemoveForm />
        </Card>
      ) : null}
      {isSetUp && !isLinked ? (
        <Card title={t("unlinked")}>
          <p>{t("unlinkedText", { network })}</p>
          <form method="post" action="/account/twitter/link">
            <div className="actions">
              <MainButton>{t(link ? "connectAgain" : "connect", { network })}</MainButton>
            </div>
          </form>
          {link ? <RemoveForm /> : null}
        </Card>
      ) : null}
      {isSetUp && link ? <Settings values={loaderData.values} lastResult={actionData} /> : null}
    </AccountPage>
  );
}

function RemoveForm() {
  const { t } = useTexts("microblog");
  return (
    <form method="post" action="/account/twitter/removal">
      <button type="submit" className="plain-button">
        {t("unlink")}
      </button>
    </form>
  );
}

function Settings(props: { values: Record<string, string>; lastResult: Route.ComponentProps["actionData"] }) {
  const { t } = useTexts("microblog");
  const { t: account } = useTexts("account");
  const [form, fields] = shownForm<{
    on_new_tip: string;
    show_amount: string;
    tip_frequency: string;
    advert_frequency: string;
    on_achievement: string;
  }>({ id: "microblog", lastResult: props.lastResult, defaultValue: props.values });
  return (
    <Card title={t("settings.title")}>
      <CheckedForm form={form} button={account("save")}>
        <CheckField field={fields.on_new_tip}>{t("settings.onNewTip")}</CheckField>
        <p className="help">{t("settings.onNewTipHelp")}</p>
        <SelectField
          field={fields.tip_frequency}
          label={t("settings.tipFrequency")}
          options={[
            { value: "HOURLY", text: t("settings.tips.HOURLY") },
            { value: "ALL", text: t("settings.tips.ALL") },
          ]}
        />
        <CheckField field={fields.show_amount}>{t("settings.showAmount")}</CheckField>
        <CheckField field={fields.on_achievement}>{t("settings.onAchievement")}</CheckField>
        <p className="help">{t("settings.onAchievementHelp")}</p>
        <SelectField
          field={fields.advert_frequency}
          label={t("settings.advertFrequency")}
          options={[
            { value: "OFF", text: t("settings.adverts.OFF") },
            { value: "DAILY", text: t("settings.adverts.DAILY") },
            { value: "WEEKLY", text: t("settings.adverts.WEEKLY") },
          ]}
        />
      </CheckedForm>
    </Card>
  );
}
