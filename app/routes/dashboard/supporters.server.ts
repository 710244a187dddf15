import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { listSupporters } from "../../domain/series/supporters.server.ts";
import {
  countThankable,
  findMonthlyThanks,
  thankSupporters,
} from "../../domain/series/thank-supporters.server.ts";
import { monthlyThanksForm } from "../../domain/tips/reply.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { rulesOf } from "../../http/rules.server.ts";

export async function loadSupporters(creatorId: string, context: Readonly<RouterContextProvider>, url: URL) {
  const { t, money, day } = formatsOf(context);
  const after = url.searchParams.get("after");
  const { db } = context.get(servicesContext);
  const { supporters, next } = await listSupporters(db, creatorId, isId(after) ? after : null);
  return {
    thanks: await loadThanks(creatorId, context),
    next: next && `/dashboard/fans?monthly=1&after=${next}`,
    supporters: supporters.map(({ id, status, name, email, group, currency, ...each }) => ({
      ...{ id, name, email },
      state: status === "ACTIVE" && each.paused_until !== null ? ("PAUSED" as const) : status,
      group: group && (group.name ?? t("grouplists:unnamed", { slug: group.slug })),
      amount: money(each.amount_minor, currency),
      received: money(each.received_minor, currency),
      since: day(each.created_at),
      next: each.next_charge_on === null || status === "SUSPENDED" ? "–" : day(each.next_charge_on),
    })),
  };
}

async function loadThanks(creatorId: string, context: Readonly<RouterContextProvider>) {
  if (rulesOf(context).content.thank_yous_maximum === 0) return null;
  const { day } = formatsOf(context);
  const { db, clock } = context.get(servicesContext);
  const kept = await findMonthlyThanks(db, creatorId, clock());
  const sent = kept && {
    ...{ message: kept.message, count: kept.mails_count },
    ...{ day: day(kept.created_at), again: day(kept.again_on) },
  };
  const fans = sent ? 0 : await countThankable(db, creatorId, clock());
  return sent || fans > 0 ? { sent, fans } : null;
}

export type ShownThanks = NonNullable<Awaited<ReturnType<typeof loadThanks>>>;

/** A month that is thanked already shows what was sent. */
export async function sendThanks(request: Request, context: Readonly<RouterContextProvider>) {
  const { id: creator_id } = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), monthlyThanksForm);
  if (!form.ok) return form.reply;
  if (rulesOf(context).content.thank_yous_maximum === 0) throw data(null, { status: 404 });
  if (!(await takeBudgets(context, [{ budget: "reply", key: creator_id }])))
    return form.refuse({ "": "errors.reply.too_often" });
  const { message } = form.value;
  const outcome = await thankSupporters(context.get(servicesContext), { creator_id, message });
  if (outcome === "not_allowed") return form.refuse({ message: "errors.reply.not_allowed" });
  return redirect("/dashboard/fans?monthly=1", 303);
}

export type ShownSupporter = Awaited<ReturnType<typeof loadSupporters>>["supporters"][number];
