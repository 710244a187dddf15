import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { listRefundsByHand } from "../../../domain/payments/refunds.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/by-hand";

/** Refunds of providers without an API: an operator makes them in the provider's back office. */
export async function loader({ context }: Route.LoaderArgs) {
  const locale = getLocale(context);
  return {
    refunds: (await listRefundsByHand(context.get(servicesContext).db)).map((refund) => ({
      ...{ id: refund.id, payment_id: refund.payment_id, provider: refund.provider },
      reference: refund.provider_ref ?? "–",
      amount: formatAmount(refund.amount_minor, refund.currency, locale),
      since: formatMoment(refund.since, locale),
    })),
  };
}

export default function ByHand({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("byHand");
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
            books("payments.payment"),
            { name: books("payments.amount"), isFigure: true },
            books("books.provider"),
            books("payment.reference"),
            { name: t("since"), isMoment: true },
          ]}
          empty={t("empty")}
          rows={loaderData.refunds.map((each) => ({
            key: each.id,
            cells: [
              <Link key="payment" className="row-link" to={`/admin/payments/${each.payment_id}`}>
                <ShortId id={each.payment_id} />
              </Link>,
              each.amount,
              each.provider,
              <code key="reference">{each.reference}</code>,
              each.since,
            ],
          }))}
        />
      </section>
    </AdminPage>
  );
}
