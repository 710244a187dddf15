import { getInputProps, getSelectProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findChatLink } from "../../domain/chat-bot/chat-links.server.ts";
import { changeSettings, findMicroblog, findSettings } from "../../domain/microblog/links.server.ts";
import { channelForm } from "../../domain/microblog/microblog.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm, tickedValues } from "../../http/forms.server.ts";
import { requireCreator, requireViewer } from "../../http/guards.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { PostButton } from "../../ui/components/post-button.tsx";
import { Prose } from "../../ui/components/prose.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/discord";

const DONE = ["linked", "unlinked", "opened", "closed"] as const;
const FAULTS = ["expired", "declined", "away", "many"] as const;

/** docs/product.md, 9.17. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  if (viewer.role !== "CREATOR" || viewer.username === null) throw redirect("/discord", 303);
  const { db, config, networks, standIns } = context.get(servicesContext);
  const { day } = formatsOf(context);
  const [chatLink, channel, settings] = await Promise.all([
    findChatLink(db, viewer.id),
    findMicroblog(db, viewer.id, "discord"),
    findSettings(db, viewer.id, "discord"),
  ]);
  return {
    hasBot: config.DISCORD_PUBLIC_KEY !== undefined,
    isStandIn: standIns.discord !== null,
    hasChannels: networks.find("discord") !== null,
    done: (await takeDone(request, context, [...DONE, ...FAULTS, "saved"]))?.act ?? null,
    chatLink: chatLink && { name: chatLink.chat_name, day: day(chatLink.linked_at) },
    channel: channel && {
      handle: channel.handle,
      isFailed: channel.failed_at !== null,
      day: day(channel.linked_at),
      url: standIns.discord
        ? "/dev/networks"
        : `https://discord.com/channels/${channel.account_id.split("/")[0]}`,
    },
    values: channel ? tickedValues(settings) : {},
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, networks } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, await readForm(request), channelForm);
  if (!form.ok) return form.reply;
  if (!networks.find("discord")) throw data(null, { status: 404 });
  await changeSettings(db, viewer.id, "discord", form.value, clock());
  return redirect("/account/discord", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Discord({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("chatBot");
  const { t: standIn } = useTranslation("standIns");
  const { hasBot, hasChannels, isStandIn, done, chatLink, channel } = loaderData;
  const said = DONE.find((each) => each === done);
  const fault = FAULTS.find((each) => each === done);
  return (
    <AccountPage
      title={t("account.title")}
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
              <PostButton action="/account/discord/unlink" kind="plain-button">
                {t("account.unlink")}
              </PostButton>
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
      {hasChannels && channel ? (
        <ChannelSettings values={loaderData.values} lastResult={actionData ?? null} />
      ) : null}
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
  const { t } = useTranslation("chatBot");
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
        <PostButton action="/account/discord/channel" kind={channel && !channel.isFailed ? "second" : "go"}>
          {t(channel ? "account.chooseOther" : "account.choose")}
        </PostButton>
      ) : null}
      {channel ? (
        <PostButton action="/account/discord/removal" kind="plain-button">
          {t("account.stop")}
        </PostButton>
      ) : null}
    </>
  );
}

function ChannelSettings({
  values,
  lastResult,
}: {
  values: Record<string, string>;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("chatBot");
  const { t: shared } = useTranslation("microblog");
  const { t: account } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "channel",
    lastResult,
    defaultValue: values,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: channelForm }),
  });
  const labels = {
    on_new_tip: t("account.onNewTip"),
    tip_frequency: shared("settings.tipFrequency"),
    show_amount: shared("settings.showAmount"),
    on_achievement: t("account.onAchievement"),
  };
  return (
    <Card title={t("account.settingsTitle")}>
      <FieldsForm form={form} labels={labels}>
        <Checkbox {...getInputProps(fields.on_new_tip, { type: "checkbox" })} label={labels.on_new_tip} />
        <p className="help">{t("account.onNewTipHelp")}</p>
        <NativeSelect
          {...getSelectProps(fields.tip_frequency)}
          label={labels.tip_frequency}
          error={textOf(fields.tip_frequency.errors)}
          data={[
            { value: "ALL", label: shared("settings.tips.ALL") },
            { value: "HOURLY", label: shared("settings.tips.HOURLY") },
          ]}
        />
        <Checkbox {...getInputProps(fields.show_amount, { type: "checkbox" })} label={labels.show_amount} />
        <Checkbox
          {...getInputProps(fields.on_achievement, { type: "checkbox" })}
          label={labels.on_achievement}
        />
        <p className="help">{shared("settings.onAchievementHelp")}</p>
        <SubmitButton>{account("save")}</SubmitButton>
      </FieldsForm>
    </Card>
  );
}
