import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { decideRate } from "../../../domain/approvals/decide-approval.server.ts";
import { listHeldRates } from "../../../domain/exchange-rates/ecb.server.ts";
import { heldRateSchema } from "../../../domain/exchange-rates/held-rate.schema.ts";
import { formatDay, formatRate } from "../../../domain/money/formats.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { useActReply } from "../../../ui/act-reply.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { RefusedClick } from "../../../ui/components/refused-click.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import { shownRateAges } from "../rate-ages.server.ts";
import type { Route } from "./+types/rates";

export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["accepted", "refused", "waiting", "gone"]);
  const used = await shownRateAges(context);
  const day = (of: string | null) => (of === null ? "–" : formatDay(of, locale));
  return {
    done: done ? t(`books:rates.done.${done}`) : null,
    used: {
      ...{ old: used.old, isFetched: used.isFetched },
      rates: used.rates.map(({ currency, of, is_old, age, units_per_euro }) => ({
        ...{ currency, of, is_old, age, units: formatRate(units_per_euro, locale) },
      })),
    },
    rates: (await listHeldRates(context.get(servicesContext).db)).map((rate) => ({
      ...{ id: rate.id, currency: rate.currency, rate_date: rate.rate_date, of: day(rate.rate_date) },
      units: formatRate(rate.units_per_euro, locale),
      before:
        rate.before_units === null
          ? "–"
          : `${formatRate(rate.before_units, locale)} (${day(rate.before_date)})`,
    })),
  };
}

export const action = pageActs({
  accept: form(heldRateSchema, async ({ services, ...given }, { rate_date }) => {
    const outcome = await decideRate(services, { ...given, rate_date, decision: "ACCEPTED" });
    return redirect(`/admin/payments/rates?done=${outcome === "decided" ? "accepted" : outcome}`, 303);
  }),
  refuse: form(heldRateSchema, async ({ services, ...given }, { rate_date }) => {
    const outcome = await decideRate(services, { ...given, rate_date, decision: "REFUSED" });
    return redirect(`/admin/payments/rates?done=${outcome === "decided" ? "refused" : "gone"}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Rates({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { t: desk } = useTranslation("desk");
  const { used } = loaderData;
  const [ofAccept, ofRefuse] = [useActReply("accept"), useActReply("refuse")];
  return (
    <AdminPage title={t("rates.title")} done={loaderData.done}>
      <p>
        <Link to="/admin/payments">{t("payments.title")}</Link>
      </p>
      {used.old ? <p className="summary">{used.old}</p> : null}
      {used.isFetched ? null : <p className="note">{desk("rates.notFetched")}</p>}
      <section className="card">
        <Title order={2}>{t("rates.onHold")}</Title>
        <p>{t("rates.intro")}</p>
        <RefusedClick id="rates" refusal={ofAccept ?? ofRefuse} />
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
              rate.units,
              rate.before,
              <span key="act" className="actions">
                <RateForm rate={rate} intent="accept">
                  {t("rates.accept")}
                </RateForm>
                <RateForm rate={rate} intent="refuse">
                  {t("rates.refuse")}
                </RateForm>
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
              rate.units,
              rate.of,
              rate.is_old ? desk("rates.tooOld", { age: rate.age }) : rate.age,
            ],
          }))}
        />
      </section>
    </AdminPage>
  );
}

/** The date identifies the rate that was shown; a newer one may exist. */
function RateForm(props: {
  rate: { id: string; rate_date: string };
  intent: "accept" | "refuse";
  children: string;
}) {
  const { rate, intent, children } = props;
  return (
    <Form method="post">
      <input type="hidden" name="rate_date" value={rate.rate_date} />
      <SubmitButton kind="second" intent={intent} choice={{ name: "id", value: rate.id }}>
        {children}
      </SubmitButton>
    </Form>
  );
}
