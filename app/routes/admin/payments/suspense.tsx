import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { listEndedSuspense, listSuspense } from "../../../domain/suspense/suspense-entries.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/suspense";
import { suspenseState } from "./suspense.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { db, providers } = context.get(servicesContext);
  const [entries, ended] = await Promise.all([listSuspense(db), listEndedSuspense(db)]);
  return {
    entries: entries.map((entry) => ({
      id: entry.payment_id,
      reason: entry.reason,
      left: formatAmount(entry.left_minor, entry.currency, locale),
      since: formatMoment(entry.received_at, locale),
      state: suspenseState(entry, providers),
    })),
    ended: ended.map((entry) => ({
      id: entry.payment_id,
      reason: entry.reason,
      kind: entry.kind,
      received: formatAmount(entry.received_minor, entry.currency, locale),
      at: formatMoment(entry.at, locale),
    })),
  };
}

export default function Suspense({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("suspense");
  const { t: books } = useTranslation("books");
  return (
    <AdminPage title={t("title")}>
      <p>
        <Link to="/admin/payments">{books("payments.title")}</Link>
      </p>
      <p>{t("intro")}</p>
      <section className="card">
        <DataTable
          caption={t("title")}
          columns={[
            t("payment"),
            t("why"),
            { name: t("left"), isFigure: true },
            { name: t("since"), isMoment: true },
            t("state"),
          ]}
          empty={t("empty")}
          rows={loaderData.entries.map((each) => ({
            key: each.id,
            cells: [
              <Link key="payment" className="row-link" to={`/admin/payments/suspense/${each.id}`}>
                <ShortId id={each.id} />
              </Link>,
              t(`reason.${each.reason}`),
              each.left,
              each.since,
              t(`states.${each.state}`),
            ],
          }))}
        />
      </section>
      {loaderData.ended.length > 0 ? <Ended ended={loaderData.ended} /> : null}
    </AdminPage>
  );
}

function Ended({ ended }: { ended: Route.ComponentProps["loaderData"]["ended"] }) {
  const { t } = useTranslation("suspense");
  return (
    <Card title={t("ended")}>
      <DataTable
        caption={t("ended")}
        columns={[
          t("payment"),
          t("why"),
          { name: t("received"), isFigure: true },
          { name: t("at"), isMoment: true },
          t("exits"),
        ]}
        empty=""
        rows={ended.map((each) => ({
          key: each.id,
          cells: [
            <Link key="payment" className="row-link" to={`/admin/payments/suspense/${each.id}`}>
              <ShortId id={each.id} />
            </Link>,
            t(`reason.${each.reason}`),
            each.received,
            each.at,
            t(`kind.${each.kind}`),
          ],
        }))}
      />
    </Card>
  );
}
