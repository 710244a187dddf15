import { data } from "react-router";
import { z } from "zod";
import { servicesContext } from "../../context.ts";
import { listPosted } from "../../domain/microblog/network-states.server.ts";
import { formatMoment } from "../../domain/money/formats.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { SelectField, TextField } from "../../ui/components/text-field.tsx";
import { Title } from "../../ui/components/title.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/networks";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

const COMMANDS = ["tip", "profile", "leaderboard", "link"] as const;
const word = z
  .string()
  .default("")
  .transform((typed) => typed.trim().slice(0, 80));
const commandForm = z.object({
  name: z
    .string({ error: "errors.report.name" })
    .trim()
    .min(1, "errors.report.name")
    .transform((typed) => typed.slice(0, 32)),
  command: z.enum(COMMANDS, { error: "errors.microblog.choice" }),
  creator: word,
  member: word,
  amount: word,
});

/** docs/product.md, 2.1. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, config, networks, standIns } = context.get(servicesContext);
  if (config.mode !== "demo") throw data(null, { status: 404 });
  const locale = getLocale(context);
  const posts = await listPosted(db);
  return {
    title: getI18n(context).t("standIns:networks.title"),
    canAsk: standIns.discord !== null,
    posts: posts.map(({ id, network, text, at, username }) => ({
      ...{ id, text, name: username ?? "–", network: networks.find(network)?.label ?? network },
      time: formatMoment(at, locale),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { discord } = context.get(servicesContext).standIns;
  if (!discord) throw data(null, { status: 404 });
  const form = parseForm(request, context, await readCheckableForm(request), commandForm);
  if (!form.ok) return form.reply;
  const asked = form.value;
  return { asked, answer: await discord.ask({ ...asked, locale: getLocale(context) }) };
}

export default function DemoNetworks({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("standIns");
  const { title, canAsk, posts } = loaderData;
  return (
    <div className="plain-page">
      <Title order={1}>{title}</Title>
      <p>{t("networks.text")}</p>
      {posts.length === 0 ? <p className="note">{t("networks.empty")}</p> : null}
      <ul className="mails">
        {posts.map(({ id, text, ...facts }) => (
          <li key={id} className="person">
            <span>
              {text}
              <small>{t("networks.post", facts)}</small>
            </span>
          </li>
        ))}
      </ul>
      {canAsk ? (
        <Card title={t("bot.title")}>
          <Bot actionData={actionData} />
        </Card>
      ) : null}
    </div>
  );
}

function Bot({ actionData }: Pick<Route.ComponentProps, "actionData">) {
  const { t } = useTexts("standIns");
  const { t: bot } = useTexts("chatBot");
  const given = actionData && "asked" in actionData ? actionData : null;
  const [form, fields] = shownForm<z.input<typeof commandForm>>({
    ...{ id: "bot", lastResult: actionData && "asked" in actionData ? null : actionData },
    defaultValue: given?.asked ?? { name: "ada_on_discord", command: "tip" },
  });
  return (
    <>
      {given?.answer ? (
        <div className="note" role="status">
          <p>{t("bot.answer")}</p>
          {given.answer.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {given.answer.links.map(({ label, url }) => (
            <p key={url}>
              <a href={url}>{label}</a>
            </p>
          ))}
        </div>
      ) : null}
      {given && !given.answer ? <FaultNote>{t("bot.silent")}</FaultNote> : null}
      <CheckedForm form={form} labels={{}} button={t("bot.go")}>
        <SelectField
          field={fields.command}
          label={t("bot.command")}
          options={COMMANDS.map((value) => ({ value, text: `/${bot(`commands.${value}.name`)}` }))}
        />
        {(["creator", "member", "amount"] as const).map((name) => (
          <TextField
            key={name}
            field={fields[name]}
            label={t(`bot.${name}`)}
            help={bot(`commands.options.${name}.description`)}
            optional
          />
        ))}
        <TextField field={fields.name} label={t("bot.name")} control={{ maxLength: 32 }} />
      </CheckedForm>
    </>
  );
}
