import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, redirect, useFetcher } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { listUnhandledEvents, retryProviderEvent } from "../../../domain/payments/provider-events.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/unhandled";

export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["retried", "gone"]);
  const moment = (at: Date | null) => (at === null ? "–" : formatMoment(at, locale));
  return {
    done: done ? t(`books:unhandled.done.${done}`) : null,
    news: (await listUnhandledEvents(context.get(servicesContext).db)).map((each) => ({
      ...each,
      since: moment(each.since),
      next: moment(each.next_try_at),
    })),
  };
}

export const action = pageActs({
  retry: button(async ({ services, ...given }) => {
    const isRetried = await retryProviderEvent(services, given);
    return redirect(`/admin/payments/unhandled?done=${isRetried ? "retried" : "gone"}`, 303);
  }),
});

export { sendClick as clientAction } from "../../../ui/lost-connection.ts";

export default function Unhandled({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const retrying = useFetcher();
  return (
    <AdminPage title={t("unhandled.title")} done={loaderData.done}>
      <p>
        <Link to="/admin/payments">{t("payments.title")}</Link>
      </p>
      <p>{t("unhandled.intro")}</p>
      <section className="card">
        <DataTable
          caption={t("unhandled.title")}
          columns={[
            t("unhandled.payment"),
            t("unhandled.what"),
            t("unhandled.since"),
            { name: t("unhandled.tries"), isFigure: true },
            t("unhandled.error"),
            t("unhandled.next"),
            t("unhandled.act"),
          ]}
          empty={t("unhandled.empty")}
          rows={loaderData.news.map((each) => ({
            key: each.id,
            cells: [
              each.known_payment_id === null ? (
                <ShortId key="payment" id={each.payment_id} />
              ) : (
                <Link key="payment" to={`/admin/payments/${each.known_payment_id}`}>
                  <ShortId id={each.payment_id} />
                </Link>
              ),
              [t(`unhandled.whats.${each.what}`), each.provider].join(", "),
              each.since,
              each.tries,
              <LongText key="error" text={each.last_error} />,
              each.next,
              each.what === "NEWS" ? (
                <retrying.Form key="act" method="post">
                  <input type="hidden" name="intent" value="retry" />
                  <input type="hidden" name="id" value={each.id} />
                  <Button type="submit" className="second" loading={retrying.formData?.get("id") === each.id}>
                    {t("unhandled.go")}
                  </Button>
                </retrying.Form>
              ) : (
                "–"
              ),
            ],
          }))}
        />
      </section>
    </AdminPage>
  );
}
