import { servicesContext } from "../../../context.ts";
import { listHeldRates } from "../../../domain/exchange-rates/exchange-rates.server.ts";
import { formatDay } from "../../../domain/money/formats.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/rates";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Reference rates that leap, each beside the one that is used meanwhile. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["accepted", "refused", "gone"]);
  const day = (of: string | null) => (of === null ? "–" : formatDay(of, locale));
  return {
    title: t("books:rates.title"),
    done: done ? t(`books:rates.done.${done}`) : null,
    rates: (await listHeldRates(context.get(servicesContext).db)).map((rate) => ({
      ...rate,
      of: day(rate.rate_date),
      before_of: day(rate.before_date),
    })),
  };
}

export default function Rates({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("books");
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
      <p>{t("rates.intro")}</p>
      <section className="card">
        <DataTable
          caption={loaderData.title}
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
              rate.units_per_euro,
              [rate.before_units ?? "–", rate.before_of].join(", "),
              <span key="act" className="actions">
                {act(rate, "acceptance", t("rates.accept"))}
                {act(rate, "refusal", t("rates.refuse"))}
              </span>,
            ],
          }))}
        />
      </section>
    </AdminPage>
  );
}
