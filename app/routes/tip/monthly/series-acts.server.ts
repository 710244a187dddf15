import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { listGroupReceivers, markOfReceivers } from "../../../domain/grouplists/share-out.server.ts";
import { minimumFor } from "../../../domain/grouplists/sharers.ts";
import { type Minor, minor } from "../../../domain/money/minor.ts";
import { payOwedMonth, startMethodChange } from "../../../domain/payment-updates/series-method.server.ts";
import {
  changeAmount,
  changeDay,
  pauseSeries,
  resumeSeries,
  setReminders,
} from "../../../domain/series/change-series.server.ts";
import { seriesAmountForm, seriesDayForm, seriesPauseForm } from "../../../domain/series/series.schema.ts";
import type { Series } from "../../../domain/series/series-record.server.ts";
import { readCheckableForm, refuseCheck } from "../../../http/body.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { formatsOf, getLocale } from "../../../http/i18n.server.ts";
import { payingBrowserCookie } from "../../../http/paying-browser.server.ts";
import { providerUrls } from "../../../http/payment-start.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { type Price, shownPrice } from "../../../ui/components/price-table.tsx";
import { toResult } from "../tip-steps.server.ts";
import { changesFrom, priceOfSeries, receiverName } from "./shown-series.server.ts";

/** Added by the provider's page on return with another method. */
export const METHOD_BACK = "method";

export const SERIES_DONE = [
  ...(["amount", "day", "paused", "resumed", "remind", "quiet", "method", "method_open"] as const),
];
type Done = (typeof SERIES_DONE)[number];

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
  posted: FormData;
  series: Series;
  url: URL;
}

export interface AmountToConfirm {
  typed: string;
  total_minor: number;
  total: string;
  before: string;
  price: Price;
  isAgain: boolean;
}

export async function takeSeriesAct(about: Omit<Posted, "posted">) {
  const given = { ...about, posted: await readCheckableForm(about.request) };
  switch (given.posted.get("intent")) {
    case "amount":
      return await takeAmount(given);
    case "day":
      return await takeDay(given);
    case "pause":
      return await takePause(given);
    case "resume":
      return await takeSwitch(given, "resumed", (services, act) => resumeSeries(services, act));
    case "remind":
    case "quiet": {
      const has_reminders = given.posted.get("intent") === "remind";
      const done = has_reminders ? "remind" : "quiet";
      return await takeSwitch(given, done, (services, act) =>
        setReminders(services, { ...act, has_reminders }),
      );
    }
    case "method":
      return await takeMethod(given);
    case "pay":
      return await takePayment(given);
    default:
      throw data(null, { status: 400 });
  }
}

async function toPage({ context, url }: Posted, outcome: string, done: Done): Promise<Response> {
  const headers = outcome === "changed" ? await doneHeaders(context, done) : {};
  return redirect(url.pathname, { status: 303, headers });
}

async function takeSwitch(
  given: Posted,
  done: Done,
  act: (services: Parameters<typeof setReminders>[0], series: { series_id: string }) => Promise<string>,
): Promise<Response> {
  refuseCheck(given.request);
  const outcome = await act(given.context.get(servicesContext), { series_id: given.series.id });
  return await toPage(given, outcome, done);
}

async function takeDay(given: Posted) {
  const { request, context, posted, series } = given;
  const form = parseForm(request, context, posted, seriesDayForm);
  if (!form.ok) return form.reply;
  const { day } = form.value;
  const outcome = await changeDay(context.get(servicesContext), { series_id: series.id, day });
  return outcome === "unpaid" ? refused(outcome) : await toPage(given, outcome, "day");
}

async function takePause(given: Posted) {
  const { request, context, posted, series } = given;
  const form = parseForm(request, context, posted, seriesPauseForm);
  if (!form.ok) return form.reply;
  const { months } = form.value;
  const outcome = await pauseSeries(context.get(servicesContext), { series_id: series.id, months });
  return outcome === "unpaid" ? refused(outcome) : await toPage(given, outcome, "paused");
}

/** The first press shows the total, the second agrees to it. */
async function takeAmount(given: Posted) {
  const { request, context, posted, series } = given;
  const { locale, money, day, t } = formatsOf(context);
  const { currency } = series;
  const rules = rulesOf(context);
  const minimum_minor = minimumFor((await membersOf(context, series))?.length ?? 0, rules);
  const limits = {
    minimum: money(minimum_minor, currency),
    maximum: money(rules.tip.maximum_minor, currency),
  };
  const schema = seriesAmountForm({ currency, locale, minimum_minor, rules });
  const form = parseForm(request, context, posted, schema, limits);
  if (!form.ok) return form.reply;
  const { amount_minor, seen_total } = form.value;
  const before = money(series.total_minor, currency);
  if (amount_minor === series.amount_minor && (await isAgreed(given)))
    return redirect(given.url.pathname, 303);
  if (seen_total !== undefined) {
    const total = money(seen_total, currency);
    const from = changesFrom(series, day);
    const consent =
      from === ""
        ? t("monthly:amount.later", { total, before })
        : t("monthly:amount.text", { total, before, day: from });
    const outcome = await changeAmount(context.get(servicesContext), {
      ...{ series_id: series.id, amount_minor, seen_total_minor: seen_total, consent, rules },
    });
    if (outcome === "unpaid") return refused(outcome);
    if (outcome !== "price_changed") return await toPage(given, outcome, "amount");
  }
  const isAgain = seen_total !== undefined;
  const confirm = await toConfirm(given, amount_minor, isAgain);
  return data({ confirm }, { status: isAgain ? 422 : 200 });
}

async function isAgreed({ context, series }: Posted): Promise<boolean> {
  const price = await priceOfSeries(context, series, minor(series.amount_minor));
  return price?.total_minor === series.total_minor;
}

async function toConfirm(
  { context, posted, series }: Posted,
  amount: Minor,
  isAgain: boolean,
): Promise<AmountToConfirm> {
  const { money } = formatsOf(context);
  const price = await priceOfSeries(context, series, amount);
  if (!price) throw data(null, { status: 409 });
  return {
    typed: String(posted.get("amount")),
    total_minor: price.total_minor,
    total: money(price.total_minor, series.currency),
    before: money(series.total_minor, series.currency),
    price: shownPrice(price),
    isAgain,
  };
}

async function membersOf(context: Posted["context"], { grouplist_id, chosen_creator_ids }: Series) {
  const { db, providers } = context.get(servicesContext);
  if (grouplist_id === null) return null;
  return await listGroupReceivers(db, grouplist_id, chosen_creator_ids, providers.directGroups);
}

async function takeMethod(given: Posted) {
  const { request, context, series, url } = given;
  refuseCheck(request);
  const services = context.get(servicesContext);
  const here = url.origin + url.pathname;
  const urls = { success: `${here}?${METHOD_BACK}`, failed: here, notice: services.noticeUrl };
  const started = await startMethodChange(services, { series_id: series.id, urls });
  if (started.outcome === "go") return redirect(started.redirect_url, 303);
  return started.outcome === "ended" ? redirect(url.pathname, 303) : refused(started.outcome);
}

function refused(outcome: string) {
  if (outcome === "provider_unavailable") return data({ problem: "unavailable" as const }, { status: 503 });
  const problem = outcome === "unpaid" ? ("unpaid" as const) : ("notOffered" as const);
  return data({ problem }, { status: 422 });
}

async function takePayment(given: Posted) {
  const { request, context, series, url } = given;
  refuseCheck(request);
  const members = await membersOf(context, series);
  const { name } = await receiverName(context, series);
  const paid = await payOwedMonth(context.get(servicesContext), {
    series_id: series.id,
    locale: getLocale(context),
    description: formatsOf(context).t("tip:price.tip", { name }),
    urls: providerUrls(context, url.origin),
    rules: rulesOf(context),
    seen_members: members === null ? undefined : markOfReceivers(members),
  });
  switch (paid.outcome) {
    case "pay": {
      const headers = { "Set-Cookie": await payingBrowserCookie(request, context, paid.payment_id) };
      return redirect(paid.redirect_url, { status: 303, headers });
    }
    case "already_paid":
      return await toResult(request, context, paid.payment_id);
    case "nothing_owed":
      return redirect(url.pathname, 303);
    default:
      return refused(paid.outcome);
  }
}
