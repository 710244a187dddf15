import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, redirect, useFetcher } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { listUnseenFailures, seeRefundFailure } from "../../../domain/payments/refunds.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/failed-refunds";

export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["seen", "gone"]);
  return {
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

export const action = pageActs({
  see: button(async ({ services, ...given }) => {
    const isSeen = await seeRefundFailure(services, given);
    return redirect(`/admin/payments/failed-refunds?done=${isSeen ? "seen" : "gone"}`, 303);
  }),
});

export { sendClick as clientAction } from "../../../ui/lost-connection.ts";

export default function FailedRefunds({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const seeing = useFetcher();
  const seen = seeing.formData?.get("id");
  return (
    <AdminPage title={t("failedRefunds.title")} done={loaderData.done}>
      <p>
        <Link to="/admin/payments">{t("payments.title")}</Link>
      </p>
      <p>{t("failedRefunds.intro")}</p>
      <section className="card">
        <DataTable
          caption={t("failedRefunds.title")}
          columns={[
            t("payments.payment"),
            { name: t("failedRefunds.amount"), isFigure: true },
            t("payment.reference"),
            { name: t("failedRefunds.at"), isMoment: true },
            t("failedRefunds.act"),
          ]}
          empty={t("failedRefunds.empty")}
          rows={loaderData.refunds
            .filter(({ id }) => id !== seen)
            .map((each) => ({
              key: each.id,
              cells: [
                <Link key="payment" className="row-link" to={each.page}>
                  <ShortId id={each.payment_id} />
                </Link>,
                each.amount,
                <code key="reference">{each.reference}</code>,
                each.at,
                <seeing.Form key="act" method="post">
                  <input type="hidden" name="intent" value="see" />
                  <input type="hidden" name="id" value={each.id} />
                  <Button type="submit" className="second">
                    {t("failedRefunds.see")}
                  </Button>
                </seeing.Form>,
              ],
            }))}
        />
      </section>
    </AdminPage>
  );
}
