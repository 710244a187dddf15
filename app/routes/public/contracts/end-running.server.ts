import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { endAllSeries, listWithdrawable } from "../../../domain/refunds/end-all-series.server.ts";
import { listRunningOf } from "../../../domain/series/declarations.server.ts";
import { findSeries, receiverOf } from "../../../domain/series/series-record.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";

type Context = Readonly<RouterContextProvider>;

/** All running monthly tips of the address that got the link; by a button, as mail scanners open links. */
export async function shownRunning(context: Context, token: string, kind: "CANCEL" | "WITHDRAW") {
  const services = context.get(servicesContext);
  const { db } = services;
  const { money, t } = formatsOf(context);
  const email = await requireAddress(context, token);
  const running = [];
  for (const series of await listRunningOf(db, email))
    running.push({
      id: series.id,
      name: (await receiverOf(db, series))?.name ?? t("result:receipt.deleted"),
      total: money(series.total_minor, series.currency),
    });
  const asksBack = kind === "WITHDRAW" && (await listWithdrawable(services, email)).length > 0;
  return { running, asksBack, title: t("contracts:all.title") };
}

export async function endRunning(
  request: Request,
  context: Context,
  { token, kind, here }: { token: string; kind: "CANCEL" | "WITHDRAW"; here: string },
): Promise<Response> {
  await readForm(request);
  const email = await requireAddress(context, token);
  const reason = formatsOf(context).t("contracts:all.reason");
  await endAllSeries(context.get(servicesContext), { email, kind, reason });
  return redirect(here, 303);
}

async function requireAddress(context: Context, token: string): Promise<string> {
  const { db, tokens } = context.get(servicesContext);
  const id = tokens.verify("series-address", token);
  const email = id === null ? null : (await findSeries(db, id))?.sender_email;
  if (!email) throw data(null, { status: 404 });
  return email;
}
