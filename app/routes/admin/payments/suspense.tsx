import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { listEndedSuspense, listSuspense } from "../../../domain/suspense/suspense.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/suspense";
import { suspenseState } from "./suspense.server.ts";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Money that nobody could be credited with, and what each waits for. */
export async function loader({ context }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { db, providers } = context.get(servicesContext);
  const [entries, ended] = await Promise.all([listSuspense(db), listEndedSuspense(db)]);
  return {
    title: getI18n(context).t("suspense:title"),
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
  const { t } = useTexts("suspense");
  const { t: books } = useTexts("books");
  return (
    <AdminPage title={loaderData.title}>
      <p>
        <a href="/admin/payments">{books("payments.title")}</a>
      </p>
      <p>{t("intro")}</p>
      <section className="card">
        <DataTable
          caption={loaderData.title}
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
              <a key="payment" className="row-link" href={`/admin/payments/suspense/${each.id}`}>
                <ShortId id={each.id} />
              </a>,
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
  const { t } = useTexts("suspense");
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
            <a key="payment" className="row-link" href={`/admin/payments/suspense/${each.id}`}>
              <ShortId id={each.id} />
            </a>,
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
