import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { completeChatLink, findChatLinkRequest } from "../../domain/chat-bot/chat-bot.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { MainButton } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/discord-link";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The page to which the bot leads who typed its command: who it is there, and whose page here, to be confirmed. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const services = context.get(servicesContext);
  const asked = await findChatLinkRequest(services, params.token);
  return {
    title: getI18n(context).t("chatBot:link.title"),
    name: asked?.chat_name ?? null,
    url: `${services.publicUrl}/${viewer.username}`,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  await readForm(request);
  const given = { user_id: viewer.id, asker: { session_id: viewer.session_id }, token: params.token };
  const outcome = await completeChatLink(services, given).catch(toLogin);
  return redirect("/account/discord", { status: 303, headers: doneHeaders(context, outcome) });
}

export default function DiscordLink({ loaderData: { title, name, url } }: Route.ComponentProps) {
  const { t } = useTexts("chatBot");
  const command = t("commands.link.name");
  if (name === null)
    return (
      <FormPage title={title} intro={t("link.over", { command })}>
        <p className="more-links">
          <a href="/account/discord">{t("link.onward")}</a>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={title} intro={t("link.text", { name, url })}>
      <form method="post">
        <p className="help">{t("link.replaces")}</p>
        <p className="note">{t("link.warning", { command })}</p>
        <div className="actions">
          <MainButton>{t("link.go")}</MainButton>
        </div>
      </form>
      <p className="more-links">
        <a href="/account/discord">{t("link.back")}</a>
      </p>
    </FormPage>
  );
}
