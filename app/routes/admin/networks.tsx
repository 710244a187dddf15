import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";
import { DataTable, Facts, figure } from "../../ui/components/data-table.tsx";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { named, POST_DROPS } from "../../ui/components/known-names.ts";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/networks";
import { deskOf, doneText } from "./desk.server.ts";
import { shownNetworks } from "./outside-states.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { t } = deskOf(context);
  return {
    title: t("desk:networks.title"),
    done: doneText(url, ["again", "gone"], (done) => t(`desk:networks.done.${done}`)),
    networks: await shownNetworks(context),
  };
}

export default function Networks({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { networks } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      {networks.length === 0 ? <p className="note">{t("networks.none")}</p> : <p>{t("networks.intro")}</p>}
      {networks.map((network) => (
        <Card key={network.name} title={network.label}>
          {network.problems.map((problem) => (
            <FaultNote key={problem}>{problem}</FaultNote>
          ))}
          <Facts
            facts={[
              [t("networks.spent"), network.spent],
              [t("networks.waiting"), network.waiting],
              [t("networks.unsure"), network.unsure],
              [t("networks.oldest"), network.since ?? "–"],
              [
                t("networks.failedLinks"),
                t("networks.failedOf", { count: network.failed_links, lately: network.failed_lately }),
              ],
            ]}
          />
          <DataTable
            caption={t("networks.dropped")}
            columns={[t("networks.reason"), figure(t("networks.count"))]}
            empty={t("networks.noneDropped")}
            rows={network.dropped.map(({ reason, count }) => ({
              key: reason,
              cells: [named(POST_DROPS, reason, (known) => t(`networks.drops.${known}`)), count],
            }))}
          />
          {network.canTryAgain ? (
            <div className="actions">
              <ButtonLink to={`/admin/networks/${network.name}/retry`}>{t("networks.again")}</ButtonLink>
            </div>
          ) : null}
        </Card>
      ))}
    </AdminPage>
  );
}
