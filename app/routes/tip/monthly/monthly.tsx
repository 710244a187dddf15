import type { ReactElement } from "react";
import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  finishMethodChange,
  tookMethodLately,
} from "../../../domain/payment-updates/series-method.server.ts";
import { ProviderUnavailable } from "../../../domain/payments/provider-port.ts";
import type { Series } from "../../../domain/series/series-record.server.ts";
import { doneHeaders, takeDone } from "../../../http/done-notes.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { allowProviders } from "../../../http/payment-start.server.ts";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { PriceTable } from "../../../ui/components/price-table.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/monthly";
import { type AmountToConfirm, METHOD_BACK, SERIES_DONE, takeSeriesAct } from "./series-acts.server.ts";
import { SeriesForms } from "./series-forms.tsx";
import { EndedSeries, PaidMonths, SeriesState } from "./series-parts.tsx";
import { requireSeries, type ShownSeries, shownSeries } from "./shown-series.server.ts";

export { unlisted as meta } from "../../../ui/shells/unlisted.ts";

/** For the holder of its secret link (docs/product.md, 5.16). */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const series = await requireSeries(context, params.token);
  if (url.searchParams.has(METHOD_BACK)) throw await takeMethodBack(context, series, url.pathname);
  const { currency: pay_currency, country, payment_type: type, provider: only } = series;
  if (series.status !== "ENDED") allowProviders(context, { pay_currency, country, type, only });
  return {
    series: await shownSeries(context, series),
    here: url.pathname,
    done: (await takeDone(request, context, SERIES_DONE))?.act ?? null,
    title: getI18n(context).t("monthly:title"),
  };
}

/** What the fan entered at the provider, as its event does. */
async function takeMethodBack(
  context: Readonly<RouterContextProvider>,
  series: Series,
  here: string,
): Promise<Response> {
  const services = context.get(servicesContext);
  if (series.set_up_ref === null && !(await tookMethodLately(services, series.id)))
    return redirect(here, 303);
  const isTaken = series.set_up_ref === null || (await isMethodTaken(context, series));
  const headers = await doneHeaders(context, isTaken ? "method" : "method_open");
  return redirect(here, { status: 303, headers });
}

async function isMethodTaken(context: Readonly<RouterContextProvider>, series: Series): Promise<boolean> {
  try {
    return (await finishMethodChange(context.get(servicesContext), series)) === "changed";
  } catch (error) {
    if (error instanceof ProviderUnavailable) return false;
    throw error;
  }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const series = await requireSeries(context, params.token);
  return await takeSeriesAct({ request, context, series, url });
}

const DONE_TEXTS = {
  amount: "done.amount",
  day: "done.day",
  paused: "done.paused",
  resumed: "done.resumed",
  remind: "done.remind",
  quiet: "done.quiet",
  method: "done.method",
  method_open: "done.methodOpen",
} as const;

const REFUSED_TEXTS = {
  unavailable: "refused.unavailable",
  unpaid: "refused.unpaid",
  notOffered: "refused.notOffered",
} as const;

export default function Monthly({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("monthly");
  const { series, here, done } = loaderData;
  if (actionData && "confirm" in actionData)
    return <ConfirmAmount series={series} here={here} {...actionData.confirm} />;
  const problem = actionData && "problem" in actionData ? actionData.problem : null;
  const lastResult = actionData && !("problem" in actionData) ? actionData : undefined;
  return (
    <section className="card steps">
      <Title order={1} className="step-title">
        {t("heading", { total: series.total, name: series.name })}
      </Title>
      <p className="help">{t("since", { day: series.since })}</p>
      {done ? (
        <p className="note" role="status">
          {t(DONE_TEXTS[done])}
        </p>
      ) : null}
      {problem ? (
        <p className="note" role="alert">
          {t(REFUSED_TEXTS[problem])}
        </p>
      ) : null}
      {series.status === "ENDED" ? (
        <EndedSeries series={series} />
      ) : (
        <>
          <SeriesState series={series} />
          <SeriesForms series={series} here={here} lastResult={lastResult} />
        </>
      )}
      <PaidMonths series={series} />
    </section>
  );
}

function ConfirmAmount({
  series,
  here,
  ...given
}: AmountToConfirm & { series: ShownSeries; here: string }): ReactElement {
  const { t } = useTexts("monthly");
  const { total, before } = given;
  return (
    <FormPage
      title={t("amount.title")}
      intro={
        series.changesFrom === ""
          ? t("amount.later", { total, before })
          : t("amount.text", { total, before, day: series.changesFrom })
      }
    >
      {given.isAgain ? (
        <p className="note" role="alert">
          {t("amount.again")}
        </p>
      ) : null}
      <PriceTable price={given.price} name={series.name} />
      <form method="post" className="fields" data-once="">
        <input type="hidden" name="intent" value="amount" />
        <input type="hidden" name="amount" value={given.typed} />
        <input type="hidden" name="seen_total" value={given.total_minor} />
        <div className="actions">
          <MainButton>{t("amount.apply", { total })}</MainButton>
          <SecondLink href={here}>{t("amount.back")}</SecondLink>
        </div>
      </form>
    </FormPage>
  );
}
