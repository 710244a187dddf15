import { servicesContext } from "../../../context.ts";
import { listHeldRates } from "../../../domain/exchange-rates/exchange-rates.server.ts";
import { formatDay, formatRate } from "../../../domain/money/formats.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import { shownRateAges } from "../rate-ages.server.ts";
import type { Route } from "./+types/rates";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Reference rates that leap, each beside the one that is used meanwhile; and those that hold, with their ages. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["accepted", "refused", "waiting", "gone"]);
  const day = (of: string | null) => (of === null ? "–" : formatDay(of, locale));
  return {
    title: t("books:rates.title"),
    done: done ? t(`books:rates.done.${done}`) : null,
    used: await shownRateAges(context),
    rates: (await listHeldRates(context.get(servicesContext).db)).map((rate) => ({
      ...rate,
      of: day(rate.rate_date),
      before_of: day(rate.before_date),
    })),
  };
}

export default function Rates({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useTexts("books");
  const { t: desk } = useTexts("desk");
  const { used } = loaderData;
  const act = (rate: { id: string; rate_date: string }, path: "acceptance" | "refusal", words: string) => (
    <form method="post" action={`/admin/payments/rates/${rate.id}/${path}`}>
      <input type="hidden" name="rate_date" value={rate.rate_date} />
      <button type="submit" className="second-button">
        {words}
      </button>
    </form>
  );
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>
        <a href="/admin/payments">{t("payments.title")}</a>
      </p>
      {used.old ? <p className="summary">{used.old}</p> : null}
      {used.isFetched ? null : <p className="note">{desk("rates.notFetched")}</p>}
      <section className="card">
        <Title order={2}>{t("rates.onHold")}</Title>
        <p>{t("rates.intro")}</p>
        <DataTable
          caption={t("rates.onHold")}
          columns={[
            t("rates.currency"),
            t("rates.of"),
            { name: t("rates.held"), isFigure: true },
            t("rates.before"),
            t("rates.act"),
          ]}
          empty={t("rates.empty")}
          rows={loaderData.rates.map((rate) => ({
            key: rate.id,
            cells: [
              rate.currency,
              rate.of,
              formatRate(rate.units_per_euro, locale),
              rate.before_units === null
                ? "–"
                : `${formatRate(rate.before_units, locale)} (${rate.before_of})`,
              <span key="act" className="actions">
                {act(rate, "acceptance", t("rates.accept"))}
                {act(rate, "refusal", t("rates.refuse"))}
              </span>,
            ],
          }))}
        />
      </section>
      <section className="card">
        <Title order={2}>{desk("rates.used")}</Title>
        <p>{desk("rates.usedIntro")}</p>
        <DataTable
          caption={desk("rates.used")}
          columns={[
            t("rates.currency"),
            { name: t("rates.held"), isFigure: true },
            t("rates.of"),
            desk("rates.ageName"),
          ]}
          empty={t("rates.empty")}
          rows={used.rates.map((rate) => ({
            key: rate.currency,
            cells: [
              rate.currency,
              formatRate(rate.units_per_euro, locale),
              rate.of,
              rate.is_old ? desk("rates.tooOld", { age: rate.age }) : rate.age,
            ],
          }))}
        />
      </section>
    </AdminPage>
  );
}
