import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { completeChatLink, findChatLinkRequest } from "../../domain/chat-bot/chat-links.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/discord-link";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const services = context.get(servicesContext);
  const asked = await findChatLinkRequest(services, params.token);
  return {
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
  return redirect("/account/discord", { status: 303, headers: await doneHeaders(context, outcome) });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function DiscordLink({ loaderData: { name, url } }: Route.ComponentProps) {
  const { t } = useTranslation("chatBot");
  const command = t("commands.link.name");
  if (name === null)
    return (
      <FormPage title={t("link.title")} intro={t("link.over", { command })}>
        <p className="more-links">
          <Link to="/account/discord">{t("link.onward")}</Link>
        </p>
      </FormPage>
    );
  return (
    <FormPage title={t("link.title")} intro={t("link.text", { name, url })}>
      <Form method="post">
        <p className="help">{t("link.replaces")}</p>
        <p className="note">{t("link.warning", { command })}</p>
        <div className="actions">
          <SubmitButton>{t("link.go")}</SubmitButton>
        </div>
      </Form>
      <p className="more-links">
        <Link to="/account/discord">{t("link.back")}</Link>
      </p>
    </FormPage>
  );
}
