import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { listUnseenFailures } from "../../../domain/payments/payments.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/failed-refunds";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Refunds that were made and failed later, until an operator has looked at them. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["seen", "gone"]);
  return {
    title: t("books:failedRefunds.title"),
    done: done ? t(`books:failedRefunds.done.${done}`) : null,
    refunds: (await listUnseenFailures(context.get(servicesContext).db)).map((each) => ({
      ...{ id: each.id, payment_id: each.payment_id, reference: each.reference },
      page: each.is_known
        ? `/admin/payments/${each.payment_id}`
        : `/admin/payments/suspense/${each.payment_id}`,
      amount: formatAmount(each.amount_minor, each.currency, locale),
      at: formatMoment(each.failed_at, locale),
    })),
  };
}

export default function FailedRefunds({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("books");
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>
        <a href="/admin/payments">{t("payments.title")}</a>
      </p>
      <p>{t("failedRefunds.intro")}</p>
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[
            t("payments.payment"),
            { name: t("failedRefunds.amount"), isFigure: true },
            t("payment.reference"),
            { name: t("failedRefunds.at"), isMoment: true },
            t("failedRefunds.act"),
          ]}
          empty={t("failedRefunds.empty")}
          rows={loaderData.refunds.map((each) => ({
            key: each.id,
            cells: [
              <a key="payment" className="row-link" href={each.page}>
                <ShortId id={each.payment_id} />
              </a>,
              each.amount,
              <code key="reference">{each.reference}</code>,
              each.at,
              <form key="act" method="post" action={`/admin/payments/failed-refunds/${each.id}/seen`}>
                <button type="submit" className="second-button">
                  {t("failedRefunds.see")}
                </button>
              </form>,
            ],
          }))}
        />
      </section>
    </AdminPage>
  );
}
