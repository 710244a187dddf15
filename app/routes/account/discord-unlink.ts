import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { removeChatLink } from "../../domain/chat-bot/chat-links.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import type { Route } from "./+types/discord-unlink";

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  await readForm(request);
  await removeChatLink(context.get(servicesContext).db, viewer.id);
  return redirect("/account/discord", { status: 303, headers: await doneHeaders(context, "unlinked") });
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  throw redirect("/account/discord", 303);
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export { NoPage as default } from "../no-page.ts";
