import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findChatLink } from "../../domain/chat-bot/chat-bot.server.ts";
import { channelForm } from "../../domain/microblog/microblog.schema.ts";
import { changeSettings, findMicroblog, findSettings } from "../../domain/microblog/microblog.server.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator, requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { CheckField } from "../../ui/components/check-field.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { MainButton, SecondButton } from "../../ui/components/main-button.tsx";
import { Prose } from "../../ui/components/prose.tsx";
import { SelectField } from "../../ui/components/text-field.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/discord";
import { tickedValues } from "./ticked-values.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

const DONE = ["linked", "unlinked", "opened", "closed"] as const;
const FAULTS = ["expired", "declined", "away", "many"] as const;

/** The creator's account at the chat server, and the channel in which new tips are announced (docs/product.md, 9.17). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  // The guide leads here, whoever reads it: an operator has nothing to link.
  if (viewer.role !== "CREATOR" || viewer.username === null) throw redirect("/discord", 303);
  const { db, config, networks, standIns } = context.get(servicesContext);
  const locale = getLocale(context);
  const [chatLink, channel, settings] = await Promise.all([
    findChatLink(db, viewer.id),
    findMicroblog(db, viewer.id, "discord"),
    findSettings(db, viewer.id, "discord"),
  ]);
  return {
    title: getI18n(context).t("chatBot:account.title"),
    hasBot: config.DISCORD_PUBLIC_KEY !== undefined,
    isStandIn: standIns.discord !== null,
    hasChannels: networks.find("discord") !== null,
    done: takeDone(request, context, [...DONE, ...FAULTS, "saved"])?.act ?? null,
    chatLink: chatLink && { name: chatLink.chat_name, day: formatDay(chatLink.linked_at, locale) },
    channel: channel && {
      handle: channel.handle,
      isFailed: channel.failed_at !== null,
      day: formatDay(channel.linked_at, locale),
      url: standIns.discord
        ? "/dev/networks"
        : `https://discord.com/channels/${channel.account_id.split("/")[0]}`,
    },
    values: tickedValues(settings),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, networks } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), channelForm);
  if (!form.ok) return form.reply;
  if (!networks.find("discord")) throw data(null, { status: 404 });
  await changeSettings(db, viewer.id, "discord", form.value, clock());
  return redirect("/account/discord", { status: 303, headers: doneHeaders(context, "saved") });
}

export default function Discord({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("chatBot");
  const { t: standIn } = useTexts("standIns");
  const { title, hasBot, hasChannels, isStandIn, done, chatLink, channel } = loaderData;
  const said = DONE.find((each) => each === done);
  const fault = FAULTS.find((each) => each === done);
  return (
    <AccountPage
      title={title}
      isSaved={said !== undefined || done === "saved"}
      {...(said ? { savedText: t(`account.done.${said}`) } : {})}
    >
      {isStandIn ? (
        <p className="note">
          {standIn("here", { network: "Discord" })} <a href="/dev/networks">{standIn("askBot")}</a>
        </p>
      ) : null}
      {fault ? <FaultNote>{t(`account.faults.${fault}`)}</FaultNote> : null}
      <Prose text={t(hasBot || hasChannels ? "account.intro" : "account.notHere")} />
      {hasBot || chatLink ? (
        <Card title={t("account.linkedTitle")}>
          {chatLink ? (
            <>
              <p>{t("account.linkedAs", chatLink)}</p>
              <Lesser action="/account/discord/unlink" text={t("account.unlink")} />
            </>
          ) : (
            <p>{t("account.notLinked", { command: t("commands.link.name") })}</p>
          )}
        </Card>
      ) : null}
      {hasChannels || channel ? (
        <Card title={t("account.channelTitle")}>
          <Channel channel={channel} canChoose={hasChannels} />
        </Card>
      ) : null}
      {hasChannels && channel ? <Settings values={loaderData.values} lastResult={actionData} /> : null}
    </AccountPage>
  );
}

function Channel({
  channel,
  canChoose,
}: {
  channel: Route.ComponentProps["loaderData"]["channel"];
  canChoose: boolean;
}) {
  const { t } = useTexts("chatBot");
  return (
    <>
      {channel?.isFailed ? <FaultNote>{t("account.failed", { handle: channel.handle })}</FaultNote> : null}
      {channel && !channel.isFailed ? (
        <>
          <p>{t("account.announced", { handle: channel.handle, day: channel.day })}</p>
          <p>
            <a href={channel.url} rel="noopener noreferrer">
              {t("account.openServer")}
            </a>
          </p>
          <p className="help">{t("account.stopHelp")}</p>
        </>
      ) : (
        <p>{t("account.channelText")}</p>
      )}
      {canChoose ? (
        <form method="post" action="/account/discord/channel">
          <div className="actions">
            {channel && !channel.isFailed ? (
              <SecondButton>{t("account.chooseOther")}</SecondButton>
            ) : (
              <MainButton>{t(channel ? "account.chooseOther" : "account.choose")}</MainButton>
            )}
          </div>
        </form>
      ) : null}
      {channel ? <Lesser action="/account/discord/removal" text={t("account.stop")} /> : null}
    </>
  );
}

function Lesser({ action, text }: { action: string; text: string }) {
  return (
    <form method="post" action={action}>
      <button type="submit" className="plain-button">
        {text}
      </button>
    </form>
  );
}

function Settings(props: { values: Record<string, string>; lastResult: Route.ComponentProps["actionData"] }) {
  const { t } = useTexts("chatBot");
  const { t: shared } = useTexts("microblog");
  const { t: account } = useTexts("account");
  const [form, fields] = shownForm<{
    on_new_tip: string;
    show_amount: string;
    tip_frequency: string;
    on_achievement: string;
  }>({ id: "channel", lastResult: props.lastResult, defaultValue: props.values });
  return (
    <Card title={t("account.settingsTitle")}>
      <CheckedForm form={form} button={account("save")}>
        <CheckField field={fields.on_new_tip}>{t("account.onNewTip")}</CheckField>
        <p className="help">{t("account.onNewTipHelp")}</p>
        <SelectField
          field={fields.tip_frequency}
          label={shared("settings.tipFrequency")}
          options={[
            { value: "ALL", text: shared("settings.tips.ALL") },
            { value: "HOURLY", text: shared("settings.tips.HOURLY") },
          ]}
        />
        <CheckField field={fields.show_amount}>{shared("settings.showAmount")}</CheckField>
        <CheckField field={fields.on_achievement}>{t("account.onAchievement")}</CheckField>
        <p className="help">{shared("settings.onAchievementHelp")}</p>
      </CheckedForm>
    </Card>
  );
}
