import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { completeLink, findRequest } from "../../domain/microblog/links.server.ts";
import { arrivalForm } from "../../domain/microblog/microblog.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/discord-arrival";

/** Opening changes nothing: the creator confirms, so that another site's link cannot choose a channel. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const { db, clock } = context.get(servicesContext);
  const back = async (act: string) =>
    redirect("/account/discord", { status: 303, headers: await doneHeaders(context, act) });
  const arrived = arrivalForm.safeParse(Object.fromEntries(url.searchParams));
  if (!arrived.success) throw await back("declined");
  const begun = await findRequest(db, viewer.id, "discord", clock());
  const state = begun && new URL(begun.authorize_url).searchParams.get("state");
  if (state !== arrived.data.state) throw await back("expired");
  return arrived.data;
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const back = async (act: string) =>
    redirect("/account/discord", { status: 303, headers: await doneHeaders(context, act) });
  const arrived = arrivalForm.safeParse(Object.fromEntries(await readForm(request)));
  const network = services.networks.find("discord");
  if (!arrived.success || !network) return back("expired");
  const asker = { session_id: viewer.session_id };
  const answer = new URLSearchParams(arrived.data).toString();
  const outcome = await completeLink(services, network, { user_id: viewer.id, asker, answer }).catch(toLogin);
  if (outcome === "linked") return back("opened");
  return back(outcome === "away" ? "away" : "expired");
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function DiscordArrival({ loaderData: { code, state } }: Route.ComponentProps) {
  const { t } = useTranslation("chatBot");
  return (
    <FormPage title={t("arrival.title")} intro={t("arrival.text")}>
      <Form method="post" action="/account/discord/arrival">
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="state" value={state} />
        <div className="actions">
          <SubmitButton>{t("arrival.go")}</SubmitButton>
        </div>
      </Form>
      <p className="more-links">
        <Link to="/account/discord">{t("arrival.back")}</Link>
      </p>
    </FormPage>
  );
}
