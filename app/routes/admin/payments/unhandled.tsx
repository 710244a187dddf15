import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { listUnhandledNews } from "../../../domain/payments/payments.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/unhandled";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** News of providers that cannot be handled, and payments whose look-up fails again and again. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["retried", "gone"]);
  const moment = (at: Date | null) => (at === null ? "–" : formatMoment(at, locale));
  return {
    title: t("books:unhandled.title"),
    done: done ? t(`books:unhandled.done.${done}`) : null,
    news: (await listUnhandledNews(context.get(servicesContext).db)).map((each) => ({
      ...each,
      since: moment(each.since),
      next: moment(each.next_try_at),
    })),
  };
}

export default function Unhandled({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("books");
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>
        <a href="/admin/payments">{t("payments.title")}</a>
      </p>
      <p>{t("unhandled.intro")}</p>
      <section className="card">
        <DataTable
          caption={loaderData.title}
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
                <a key="payment" href={`/admin/payments/${each.known_payment_id}`}>
                  <ShortId id={each.payment_id} />
                </a>
              ),
              [t(`unhandled.whats.${each.what}`), each.provider].join(", "),
              each.since,
              each.tries,
              <LongText key="error" text={each.last_error} />,
              each.next,
              each.what === "NEWS" ? (
                <form key="act" method="post" action={`/admin/payments/unhandled/${each.id}/retry`}>
                  <button type="submit" className="second-button">
                    {t("unhandled.go")}
                  </button>
                </form>
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
