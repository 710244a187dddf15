import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatDay } from "../../../domain/money/formats.ts";
import {
  endChosenSeries,
  listAskedBack,
  listEndable,
} from "../../../domain/refunds/end-all-series.server.ts";
import { findSeries, receiverOf } from "../../../domain/series/series-record.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../../http/done-notes.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { openWords } from "./declare.server.ts";

interface Given {
  request: Request;
  url: URL;
  params: { token: string };
  context: Readonly<RouterContextProvider>;
}
type Kind = "CANCEL" | "WITHDRAW";

/** By a button, as mail scanners open links. */
export async function shownRunning({ request, url, params, context }: Given, kind: Kind) {
  const services = context.get(servicesContext);
  const { money, t, locale } = formatsOf(context);
  const email = await requireAddress(context, params.token);
  const said = openWords(context, url);
  const rows = [];
  for (const { series, payments, under_way } of await listEndable(services, { email, kind })) {
    const receiver = await receiverOf(services.db, series);
    const unnamed = receiver ? t("grouplists:unnamed", { slug: receiver.path.slice(4) }) : null;
    const back = payments.reduce((sum, each) => sum + each.total_minor, 0);
    rows.push({
      id: series.id,
      name: receiver?.name ?? unnamed ?? t("result:receipt.deleted"),
      isRunning: series.status !== "ENDED",
      total: money(series.total_minor, series.currency),
      back: back === 0 ? null : money(back, series.currency),
      isUnderWay: under_way.length > 0,
    });
  }
  const meant = rows.filter(({ name }) => isMeant(said?.contract ?? null, name));
  const asked = kind === "WITHDRAW" ? await listAskedBack(services.db, email) : [];
  return {
    rows: rows.map((row) => ({ ...row, isChosen: meant.length === 0 || meant.includes(row) })),
    contract: said?.contract ?? null,
    until: said?.until ?? null,
    hasEnded: (await takeDone(request, context, ["ended"])) !== null,
    lacksChoice: url.searchParams.has(NONE),
    asked: asked.map(({ id, total_minor, currency, until }) => ({
      ...{ id, amount: money(total_minor, currency), day: formatDay(until, locale) },
    })),
    title: t("contracts:all.title"),
  };
}

function isMeant(contract: string | null, name: string): boolean {
  const [words, named] = [contract ?? "", name].map((text) => text.toLowerCase());
  return words !== undefined && named !== undefined && words.length > 2 && named.length > 0
    ? words.includes(named) || named.includes(words)
    : false;
}

const NONE = "none";

export async function endRunning({ request, url, params, context }: Given, kind: Kind): Promise<Response> {
  const form = await readForm(request);
  const email = await requireAddress(context, params.token);
  const series_ids = form.getAll("series").map(String);
  const here = new URL(url);
  here.searchParams.delete(NONE);
  if (series_ids.length === 0) {
    here.searchParams.set(NONE, "");
    return redirect(here.pathname + here.search, 303);
  }
  const reason = formatsOf(context).t("contracts:all.reason");
  await endChosenSeries(context.get(servicesContext), { email, kind, series_ids, reason });
  const headers = await doneHeaders(context, "ended");
  return redirect(here.pathname + here.search, { status: 303, headers });
}

async function requireAddress(context: Given["context"], token: string): Promise<string> {
  const { db, tokens } = context.get(servicesContext);
  const id = tokens.verify("series-address", token);
  const email = id === null ? null : (await findSeries(db, id))?.sender_email;
  if (!email) throw data(null, { status: 404 });
  return email;
}
