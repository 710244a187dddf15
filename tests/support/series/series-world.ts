import { sql } from "kysely";
import { releaseDueFunds } from "../../../app/domain/earnings/maturing.server.ts";
import {
  type ChargeServices,
  chargeDueSeries,
} from "../../../app/domain/payment-updates/charge-series.server.ts";
import { updateSeriesDaily } from "../../../app/domain/payment-updates/daily-series.server.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import type { Series } from "../../../app/domain/series/series-record.server.ts";
import type { Creator } from "../money/creators.ts";
import { beginGroupTip, type Group } from "../money/groups.ts";
import { methodOf } from "../money/scripted-provider.ts";
import { beginTip, DAY_SECONDS, type TipWish, type TipWorld, tell, tipOf } from "../money/tip-world.ts";

export function charging(world: TipWorld): ChargeServices {
  return {
    ...world,
    noticeUrl: (provider) => `https://tribute.example/webhooks/${provider}`,
  };
}

/** What the jobs do in a day. */
export async function seriesDay(world: TipWorld): Promise<void> {
  await releaseDueFunds(world.db, world.clock());
  await updateSeriesDaily(charging(world));
  await chargeDueSeries(charging(world));
}

export async function live(world: TipWorld, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    world.time.passSeconds(DAY_SECONDS);
    await seriesDay(world);
  }
}

/** Where the provider sends a fan who enters another method. */
export const METHOD_URLS = {
  success: "https://a.example",
  failed: "https://a.example",
  notice: () => "https://a.example",
};

/** The same for a month that is paid by hand. */
export const MONTH_URLS = {
  success: () => METHOD_URLS.success,
  failed: () => METHOD_URLS.failed,
  notice: METHOD_URLS.notice,
};

/** A monthly tip whose first month is paid; the fan's method is named like the series. */
export async function beginSeries(
  world: TipWorld,
  creator: Creator,
  wish: Partial<TipWish> = {},
): Promise<{ series: Series; payment: Payment }> {
  const payment = await beginTip(world, creator, { email: "ida@example.org", ...wish, isMonthly: true });
  return await firstMonth(world, payment);
}

export async function beginGroupSeries(world: TipWorld, group: Group, wish: Partial<TipWish> = {}) {
  const monthly = { email: "ida@example.org", ...wish, isMonthly: true };
  return await firstMonth(world, await beginGroupTip(world, group, monthly));
}

async function firstMonth(world: TipWorld, payment: Payment): Promise<{ series: Series; payment: Payment }> {
  const { series_id } = await tipOf(world, payment);
  if (series_id === null) throw new Error("the tip has no series");
  await tell(world, payment, { state: "PAID", savedMethod: methodOf(series_id) });
  return { series: await seriesOf(world, series_id), payment };
}

export async function seriesOf(world: TipWorld, id: string): Promise<Series> {
  return await world.db.selectFrom("tip_series").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Months with a paid charge, in order, once for each success. */
export async function paidMonths(world: TipWorld, id: string): Promise<string[]> {
  const rows = await world.db
    .selectFrom("tips as t")
    .innerJoin("payments as p", "p.tip_id", "t.id")
    .select("t.series_month")
    .where("t.series_id", "=", id)
    .where("p.status", "in", ["SUCCESS", "CHARGEBACK"])
    .orderBy("t.series_month")
    .execute();
  return rows.map(({ series_month }) => (series_month ?? "").slice(0, 7));
}

/** The causes of the mails about a series, in order: "started", "reminder:2026-12-21". */
export async function mailsAbout(world: TipWorld, id: string): Promise<string[]> {
  const rows = await world.db
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", "series")
    .where("dedupe_key", "like", `series:${id}:%`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ dedupe_key }) => dedupe_key.slice(`series:${id}:`.length));
}

/** Methods that the provider is to forget. */
export async function toForget(world: TipWorld): Promise<string[]> {
  const { rows } = await sql<{ method_ref: string }>`
    select data ->> 'method_ref' as method_ref from pgboss.job where name = 'series.forget' order by created_on`.execute(
    world.db,
  );
  return rows.map(({ method_ref }) => method_ref);
}
