import { z } from "zod";
import { type Services, servicesContext } from "../context.ts";
import { toDecimal } from "../domain/money/minor.ts";
import { pageAfter } from "../domain/page-number.schema.ts";
import { listTipCurrencies, readMonths, readWeek } from "../domain/statistics/statistics.server.ts";
import { listNumberedTips, type ReceivedTip } from "../domain/tips/received-tips.server.ts";
import { salesPage } from "../domain/tips/tip.schema.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { apiJson } from "../http/api.server.ts";
import { findReader } from "../http/reader.server.ts";
import { decimal, tippedGroup } from "./amounts.ts";
import { call, dataOf, pagesOf } from "./call.server.ts";

const figure = { currency: z.string(), amount: decimal, amount_minor: z.int() };

const saleData = z
  .object({
    id: z.string(),
    status: z.enum(["PENDING", "ACTIVE", "DECLINED", "REFUNDED", "CHARGEBACK"]),
    ...{ ...figure, refunded: decimal, refunded_minor: z.int() },
    name: z.string().nullable(),
    is_voucher: z.boolean(),
    grouplist: tippedGroup.nullable(),
    paid_at: z.iso.datetime(),
  })
  .meta({ id: "Sale" });

const monthData = z
  .object({
    month: z.string().regex(/^\d{4}-\d\d$/),
    ...{ ...figure, tips_count: z.int() },
    ...{ waiting: decimal, waiting_minor: z.int() },
  })
  .meta({ id: "Month" });

const dayData = z.object({ day: z.iso.date(), ...{ ...figure, tips_count: z.int() } }).meta({ id: "Day" });

export const salesCalls = [
  call({
    name: "listSales",
    method: "get",
    path: "/api/sales",
    who: "creator",
    scope: "statistics:read",
    request: { query: salesPage },
    answers: { 200: pagesOf(saleData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { page, after = null, from = null, to = null } = req.valid("query");
      const { db } = context.get(servicesContext);
      const { tips, next } = await listNumberedTips(db, viewer.id, { page, after, days: { from, to } });
      const meta = { page, next_page: pageAfter(page, next !== null), next };
      return apiJson({ data: tips.map(saleJson), meta });
    },
  }),

  call({
    name: "listSalesMonths",
    method: "get",
    path: "/api/sales/months",
    who: "creator",
    scope: "statistics:read",
    answers: { 200: dataOf(z.array(monthData)) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { clock } = context.get(servicesContext);
      const reader = await findReader(req.raw, context);
      const rows = await inEachCurrency(reader, viewer, async (currency) => {
        const months = await readMonths(reader, viewer.id, currency, clock());
        return months.map(({ month, tips_count, amount_minor, waiting_minor }) => ({
          ...{ month, ...figureOf(amount_minor, currency), tips_count },
          ...{ waiting: toDecimal(waiting_minor, currency), waiting_minor },
        }));
      });
      return apiJson({ data: rows });
    },
  }),

  call({
    name: "listSalesDays",
    method: "get",
    path: "/api/sales/week",
    who: "creator",
    scope: "statistics:read",
    answers: { 200: dataOf(z.array(dayData)) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { clock } = context.get(servicesContext);
      const reader = await findReader(req.raw, context);
      const rows = await inEachCurrency(reader, viewer, async (currency) => {
        const { days } = await readWeek(reader, viewer.id, currency, clock());
        return days.map(({ day, tips_count, amount_minor }) => ({
          ...{ day, ...figureOf(amount_minor, currency), tips_count },
        }));
      });
      return apiJson({ data: rows });
    },
  }),
];

/** Own currency first, even without tips. */
async function inEachCurrency<Row>(
  reader: Services["db"],
  viewer: Viewer,
  read: (currency: string) => Promise<Row[]>,
): Promise<Row[]> {
  const tipped = await listTipCurrencies(reader, viewer.id, viewer.currency);
  const currencies = tipped.length > 0 ? tipped : [viewer.currency];
  return (await Promise.all(currencies.map(read))).flat();
}

function figureOf(amount_minor: number, currency: string) {
  return { currency, amount: toDecimal(amount_minor, currency), amount_minor };
}

function saleJson(tip: ReceivedTip): z.input<typeof saleData> {
  const { id, status, currency, amount_minor, refunded_minor, item_name, is_voucher, group, paid_at } = tip;
  return {
    ...{ id, status, ...figureOf(amount_minor, currency) },
    ...{ refunded: toDecimal(refunded_minor, currency), refunded_minor },
    ...{ name: item_name, is_voucher, grouplist: group, paid_at: paid_at.toISOString() },
  };
}
