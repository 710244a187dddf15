import { formatMoment } from "../../../domain/money/formats.ts";
import type { Providers } from "../../../domain/payments/provider-port.ts";
import { keepForm, returnedForm } from "../../../domain/suspense/suspense.schema.ts";
import {
  findSuspenseCase,
  type ListedSuspense,
  listEndedSuspense,
  listExits,
  listSuspense,
} from "../../../domain/suspense/suspense.server.ts";
import { endSuspense, retryRefund } from "../../../domain/suspense/suspense-exits.server.ts";
import { button, form, pageActs } from "../acts.server.ts";
import type { ShownFact } from "../shown-facts.tsx";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { backToCase, type Desk, type ExceptionKind } from "./exception-kind.server.ts";
import type { ShownAct, ShownException } from "./exception-parts.tsx";

function refundsByItself(providers: Providers, name: string): boolean {
  return providers.find(name)?.abilities.refunds ?? false;
}

/** OPEN and FAILED need an operator. */
function stateOf(entry: ListedSuspense, providers: Providers) {
  if (entry.left_minor === 0) return "DONE";
  if (entry.is_disputed) return "DISPUTED";
  if (entry.refund_status === "REQUESTED") return "REQUESTED";
  if (entry.asked_since !== null) return "ASKED";
  const isRefused = entry.refund_status === "FAILED" && refundsByItself(providers, entry.provider);
  return isRefused ? "FAILED" : "OPEN";
}

function factsOf(entry: ListedSuspense, { t, locale, money, services }: Desk): ShownFact[] {
  const { payment_id, is_known, first_payment_id } = entry;
  const payment = is_known
    ? { text: t("suspense:page"), href: `/admin/payments/${payment_id}` }
    : first_payment_id
      ? { text: t("suspense:firstPage"), href: `/admin/payments/${first_payment_id}` }
      : `${payment_id} (${t("suspense:notKnown")})`;
  return [
    [t("exceptions:why"), t(`suspense:reason.${entry.reason}`)],
    [t("exceptions:state"), t(`suspense:states.${stateOf(entry, services.providers)}`)],
    [t("suspense:left"), { strong: money(entry.left_minor, entry.currency) }],
    [t("suspense:received"), formatMoment(entry.received_at, locale)],
    [t("suspense:provider"), entry.provider],
    [t("suspense:reference"), { code: entry.provider_ref }],
    [t("suspense:payment"), payment],
  ];
}

function actsOf(entry: ListedSuspense, { t, money, services }: Desk): ShownAct[] {
  const amount = money(entry.left_minor, entry.currency);
  const retry = {
    ...{ intent: "retry", title: t("suspense:retry.title"), button: t("suspense:retry.go") },
    text: t("suspense:retry.text", { amount }),
  };
  const keep = {
    ...{ intent: "kept", title: t("suspense:kept.title"), text: t("suspense:kept.text"), isGrave: true },
    ...{ help: t("suspense:kept.reasonHelp"), button: t("suspense:kept.go", { amount }) },
    hidden: { seen_left: String(entry.left_minor) },
  };
  return refundsByItself(services.providers, entry.provider) ? [retry, keep] : [keep];
}

async function find(desk: Desk, id: string): Promise<ShownException | null> {
  const { t, locale, money, services } = desk;
  const entry = await findSuspenseCase(services.db, id);
  if (!entry) return null;
  const { currency, left_minor } = entry;
  const state = stateOf(entry, services.providers);
  const waiting = await waitingAbout(desk.context, `suspense:${id}`);
  const isFree = waiting.length === 0 && ["OPEN", "FAILED", "ASKED"].includes(state);
  return {
    title: t("suspense:case", { amount: money(entry.received_minor, currency) }),
    facts: factsOf(entry, desk),
    notes: state === "REQUESTED" || state === "DISPUTED" ? [t(`suspense:wait.${state}`)] : [],
    waiting,
    acts: isFree ? actsOf(entry, desk) : [],
    suspense: {
      exits: (await listExits(services.db, id)).map((each) => ({
        ...each,
        amount: money(each.amount_minor + each.beyond_minor, currency),
        beyond: each.beyond_minor > 0 ? money(each.beyond_minor, currency) : null,
        at: formatMoment(each.at, locale),
      })),
      returning: isFree ? { seenLeft: left_minor, left: money(left_minor, currency) } : null,
    },
  };
}

const action = pageActs({
  retry: button(async ({ services, id, operator_id }) => {
    return backToCase("suspense", id, await retryRefund(services, { payment_id: id, operator_id }));
  }),
  returned: form(returnedForm, async ({ services, id, operator_id }, typed) => {
    const { seen_left: seen_left_minor, note: reason, by, reference } = typed;
    const end = { kind: "SUSPENSE_RETURNED", by, reference } as const;
    const given = { payment_id: id, operator_id, seen_left_minor, reason, end };
    return backToCase("suspense", id, await endSuspense(services, given));
  }),
  kept: form(keepForm, async ({ services, id, operator_id }, typed) => {
    const { seen_left: seen_left_minor, reason } = typed;
    const end = { kind: "SUSPENSE_KEPT" } as const;
    const given = { payment_id: id, operator_id, seen_left_minor, reason, end };
    return backToCase("suspense", id, await endSuspense(services, given));
  }),
});

export const suspense: ExceptionKind = {
  intro: (t) => t("suspense:intro"),
  list: async ({ services, t, money }) =>
    (await listSuspense(services.db)).map((entry) => ({
      ...{ id: entry.payment_id, subject: entry.payment_id, since: entry.received_at },
      why: t(`suspense:reason.${entry.reason}`),
      amount: money(entry.left_minor, entry.currency),
      state: t(`suspense:states.${stateOf(entry, services.providers)}`),
    })),
  listEnded: async ({ services, t, money }) =>
    (await listEndedSuspense(services.db)).map((entry) => ({
      ...{ id: entry.payment_id, subject: entry.payment_id, at: entry.at },
      why: t(`suspense:reason.${entry.reason}`),
      amount: money(entry.received_minor, entry.currency),
      outcome: t(`suspense:kind.${entry.kind}`),
    })),
  find,
  action,
};
