import { z } from "zod";
import { toDecimal } from "../domain/money/minor.ts";
import { pageAfter } from "../domain/page-number.schema.ts";
import { listSupporters, type Supporter } from "../domain/series/supporters.server.ts";
import { supportersPage } from "../domain/tips/tip.schema.ts";
import { apiJson } from "../http/api.server.ts";
import { findReader } from "../http/reader.server.ts";
import { decimal, tippedGroup } from "./amounts.ts";
import { call, pagesOf } from "./call.server.ts";

const time = z.iso.datetime();

export const monthlyData = z
  .object({
    id: z.string(),
    status: z.enum(["ACTIVE", "UNPAID", "SUSPENDED", "ENDED"]),
    name: z.string().nullable(),
    email: z.string().nullable(),
    ...{ currency: z.string(), amount: decimal, amount_minor: z.int() },
    ...{ received: decimal, received_minor: z.int() },
    grouplist: tippedGroup.nullable(),
    created_at: time,
    next_charge_on: z.iso.date().nullable(),
    paused_until: z.iso.date().nullable(),
    ended_at: time.nullable(),
  })
  .meta({ id: "MonthlyTip" });

export const monthlyTipCalls = [
  call({
    name: "listMonthlyTips",
    method: "get",
    path: "/api/tributes/monthly",
    who: "creator",
    scope: "tips:read",
    request: { query: supportersPage },
    answers: { 200: pagesOf(monthlyData) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const query = req.valid("query");
      const { supporters, next } = await listSupporters(
        await findReader(req.raw, context),
        viewer.id,
        query.after ?? null,
        query.page,
      );
      const meta = { page: query.page, next_page: pageAfter(query.page, next !== null), next };
      return apiJson({ data: supporters.map(monthlyJson), meta });
    },
  }),
];

export function monthlyJson({ group, created_at, ended_at, ...supporter }: Supporter) {
  const { currency, amount_minor, received_minor } = supporter;
  return {
    ...supporter,
    amount: toDecimal(amount_minor, currency),
    received: toDecimal(received_minor, currency),
    grouplist: group,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  };
}
