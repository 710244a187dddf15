import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { beginLink, findRequest } from "../../domain/microblog/links.server.ts";
import { readForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/discord-channel";

/** A link: the policy lets no form redirect to other sites. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const { db, clock, networks } = context.get(servicesContext);
  const begun = networks.find("discord") && (await findRequest(db, viewer.id, "discord", clock()));
  if (!begun) throw redirect("/account/discord", 303);
  return { authorizeUrl: begun.authorize_url };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  await readForm(request);
  const network = services.networks.find("discord");
  if (!network) throw redirect("/account/discord", 303);
  const back = async (act: string) =>
    redirect("/account/discord", { status: 303, headers: await doneHeaders(context, act) });
  if (!(await takeBudgets(context, [{ budget: "microblog_link", key: viewer.id }]))) return back("many");
  const whose = { user_id: viewer.id, asker: { session_id: viewer.session_id } };
  const outcome = await beginLink(services, network, whose).catch(toLogin);
  return outcome === "begun" ? redirect("/account/discord/channel", 303) : back("away");
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function DiscordChannel({ loaderData: { authorizeUrl } }: Route.ComponentProps) {
  const { t } = useTranslation("chatBot");
  return (
    <FormPage title={t("channel.title")} intro={t("channel.text")}>
      <div className="actions">
        <Button component="a" href={authorizeUrl} rel="noreferrer" className="go">
          {t("channel.open")}
        </Button>
      </div>
      <p className="more-links">
        <Link to="/account/discord">{t("channel.back")}</Link>
      </p>
    </FormPage>
  );
}
