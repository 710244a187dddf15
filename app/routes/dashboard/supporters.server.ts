import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { listSupporters } from "../../domain/series/supporters.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";

export async function loadSupporters(creatorId: string, context: Readonly<RouterContextProvider>, url: URL) {
  const { t, money, day } = formatsOf(context);
  const after = url.searchParams.get("after");
  const { db } = context.get(servicesContext);
  const { supporters, next } = await listSupporters(db, creatorId, isId(after) ? after : null);
  return {
    next: next && `/dashboard/fans?monthly=1&after=${next}`,
    supporters: supporters.map(({ id, status, name, email, group, currency, ...each }) => ({
      ...{ id, status, name, email },
      group: group && (group.name ?? t("grouplists:unnamed", { slug: group.slug })),
      amount: money(each.amount_minor, currency),
      received: money(each.received_minor, currency),
      since: day(each.created_at),
      next: each.next_charge_on === null ? "–" : day(each.next_charge_on),
    })),
  };
}

export type ShownSupporter = Awaited<ReturnType<typeof loadSupporters>>["supporters"][number];
