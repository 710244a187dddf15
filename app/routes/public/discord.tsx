import type { ReactElement } from "react";
import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { cacheTags } from "../../http/cache-tags.ts";
import { getTexts } from "../../http/i18n.server.ts";
import { DataTable } from "../../ui/components/data-table.tsx";
import { MainLink } from "../../ui/components/main-button.tsx";
import { Prose } from "../../ui/components/prose.tsx";
import { Title } from "../../ui/components/title.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/discord";
import { AllowScene, ChannelScene, ServerScene, SlashScene } from "./illustrations.tsx";

export const handle = { isForEverybody: true };

const COMMANDS = ["tip", "leaderboard", "profile", "link"] as const;
const TROUBLES = ["noCommands", "noServer", "noTips", "wrongPage"] as const;

const OPTIONS = {
  tip: ["creator", "member", "amount"],
  leaderboard: ["range"],
  profile: ["creator", "member"],
  link: [],
} as const;

/** docs/product.md, 9.17. */
export function loader({ context }: Route.LoaderArgs) {
  const { config, standIns } = context.get(servicesContext);
  const t = getTexts(context, "chatBot");
  const id = config.DISCORD_PUBLIC_KEY && config.DISCORD_APPLICATION_ID;
  return data(
    {
      ...{
        title: `${getTexts(context, "common")("brand")} – ${t("guide.title")}`,
        heading: t("guide.title"),
        description: t("guide.description"),
      },
      inviteUrl: id && !standIns.discord ? inviteUrl(id) : null,
      isStandIn: standIns.discord !== null,
    },
    { headers: cacheTags() },
  );
}

/** Only commands: the bot joins no server and needs no permissions. */
function inviteUrl(client_id: string): string {
  const query = new URLSearchParams({ client_id, scope: "applications.commands", integration_type: "0" });
  return `https://discord.com/oauth2/authorize?${query}`;
}

export default function Discord({ loaderData: { heading, inviteUrl, isStandIn } }: Route.ComponentProps) {
  const { t } = useTexts("chatBot");
  const { t: standIn } = useTexts("standIns");
  return (
    <article className="legal guide">
      <Title order={1}>{heading}</Title>
      <p>{t("guide.intro")}</p>
      {inviteUrl ? (
        <>
          <div className="actions">
            <MainLink href={inviteUrl} rel="noopener">
              {t("guide.invite")}
            </MainLink>
          </div>
          <p className="help">{t("guide.inviteHelp")}</p>
        </>
      ) : (
        <p className="note">
          {isStandIn ? (
            <>
              {standIn("guide")} <a href="/dev/networks">{standIn("askBot")}</a>
            </>
          ) : (
            t("guide.notHere")
          )}
        </p>
      )}
      <section id="steps">
        <Title order={2}>{t("guide.steps.heading")}</Title>
        <ol className="how guide-steps">
          <Step name="open" scene={<ServerScene />} />
          <Step name="allow" scene={<AllowScene />} />
          <Step name="type" scene={<SlashScene command={t("commands.leaderboard.name")} />} />
          <Step name="channel" scene={<ChannelScene />} />
        </ol>
        <p>
          <a href="/account/discord">{t("guide.mine")}</a>
        </p>
      </section>
      <section id="commands">
        <Title order={2}>{t("guide.commands.heading")}</Title>
        <DataTable
          caption={t("guide.commands.caption")}
          columns={[t("guide.commands.command"), t("guide.commands.does")]}
          empty="–"
          rows={COMMANDS.map((name) => ({
            key: name,
            cells: [<Command key={name} name={name} />, t(`commands.${name}.help`)],
          }))}
        />
      </section>
      <section id="permissions">
        <Title order={2}>{t("guide.permissions.heading")}</Title>
        <DataTable
          caption={t("guide.permissions.caption")}
          columns={[t("guide.permissions.permission"), t("guide.permissions.reason")]}
          empty="–"
          rows={[
            {
              key: "commands",
              cells: [
                t("guide.permissions.commands"),
                t("guide.permissions.commandsReason", { tip: t("commands.tip.name") }),
              ],
            },
            {
              key: "webhook",
              cells: [t("guide.permissions.webhook"), t("guide.permissions.webhookReason")],
            },
          ]}
        />
        <p>{t("guide.permissions.nothing")}</p>
      </section>
      {(["changing", "privacy"] as const).map((part) => (
        <section key={part} id={part}>
          <Title order={2}>{t(`guide.${part}.heading`)}</Title>
          <Prose text={t(`guide.${part}.text`)} />
        </section>
      ))}
      <section id="trouble">
        <Title order={2}>{t("guide.trouble.heading")}</Title>
        {TROUBLES.map((name) => (
          <details key={name} className="question">
            <summary>{t(`guide.trouble.${name}.question`)}</summary>
            <div>
              <Prose text={t(`guide.trouble.${name}.answer`, { link: t("commands.link.name") })} />
            </div>
          </details>
        ))}
      </section>
    </article>
  );
}

function Step({ name, scene }: { name: "open" | "allow" | "type" | "channel"; scene: ReactElement }) {
  const { t } = useTexts("chatBot");
  return (
    <li>
      {scene}
      <h3>{t(`guide.steps.${name}.title`)}</h3>
      <p>{t(`guide.steps.${name}.text`)}</p>
    </li>
  );
}

function Command({ name }: { name: (typeof COMMANDS)[number] }) {
  const { t } = useTexts("chatBot");
  const options = OPTIONS[name].map((option) => ` [${t(`commands.options.${option}.name`)}]`);
  return <code>{`/${t(`commands.${name}.name`)}${options.join("")}`}</code>;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return [{ name: "description", content: loaderData.description }];
}
