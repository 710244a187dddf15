import { useTranslation } from "react-i18next";
import { formatRate } from "../../../domain/money/formats.ts";
import { figure } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { shownRateAges } from "../outside-states.server.ts";
import { TableCard, UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/rates";

export async function loader({ context }: Route.LoaderArgs) {
  const { locale } = deskOf(context);
  const { old, isFetched, rates } = await shownRateAges(context);
  return {
    ...{ old, isFetched },
    rates: rates.map(({ currency, of, is_old, age, units_per_euro }) => ({
      ...{ currency, of, is_old, age, units: formatRate(units_per_euro, locale) },
    })),
  };
}

export default function Rates({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { t: desk } = useTranslation("desk");
  const { t: names } = useTranslation("queues");
  const { old, isFetched, rates } = loaderData;
  return (
    <AdminPage title={t("rates.title")}>
      <UpLink to="/admin/exceptions?kind=rates">{names("name.rates")}</UpLink>
      {old ? <p className="summary">{old}</p> : null}
      {isFetched ? null : <p className="note">{desk("rates.notFetched")}</p>}
      <TableCard
        caption={t("rates.title")}
        columns={[t("rates.currency"), figure(t("rates.held")), t("rates.of"), desk("rates.ageName")]}
        empty={t("rates.empty")}
        rows={rates.map((rate) => ({
          key: rate.currency,
          cells: [
            rate.currency,
            rate.units,
            rate.of,
            rate.is_old ? desk("rates.tooOld", { age: rate.age }) : rate.age,
          ],
        }))}
      >
        <p>{desk("rates.usedIntro")}</p>
      </TableCard>
    </AdminPage>
  );
}
