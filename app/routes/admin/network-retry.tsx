import { useTranslation } from "react-i18next";
import { data, Form, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { tryNetworkAgain } from "../../domain/microblog/network-states.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/network-retry";
import { deskOf } from "./desk.server.ts";
import { shownNetworks } from "./outside-states.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { t } = deskOf(context);
  const state = (await shownNetworks(context)).find(({ name }) => name === params.name);
  if (!state) throw data(null, { status: 404 });
  const { label, problems, put_off, canTryAgain } = state;
  const title = t("desk:networks.againTitle", { network: label });
  return { title, label, problems, put_off, canTryAgain };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const network = services.networks.find(params.name);
  if (!network) throw data(null, { status: 404 });
  await readForm(request);
  const isTried = await tryNetworkAgain(services, { network, operator_id: viewer.id });
  return redirect(`/admin/networks?done=${isTried ? "again" : "gone"}`, 303);
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function NetworkRetry({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { title, label: network, problems, put_off: count, canTryAgain } = loaderData;
  return (
    <AdminPage title={title}>
      {canTryAgain ? (
        <Card title={t("networks.againWhat")}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
          <p>{t("networks.againText", { network, count })}</p>
          <Form method="post">
            <SubmitButton kind="second">{t("networks.againGo")}</SubmitButton>
          </Form>
        </Card>
      ) : (
        <p className="note">{t("networks.done.gone")}</p>
      )}
      <div className="actions">
        <ButtonLink to="/admin/networks">{t("networks.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
