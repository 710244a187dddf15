import { listUnhandledEvents, retryProviderEvent } from "../../../domain/payments/provider-events.server.ts";
import type { Providers } from "../../../domain/payments/provider-port.ts";
import {
  listRefundsByHand,
  listUnseenFailures,
  seeRefundFailure,
} from "../../../domain/payments/refunds.server.ts";
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
import { waitingAbout } from "../approvals.server.ts";
import type { ShownFact } from "../page-parts.tsx";
import { backToCase, backToQueue, type ExceptionDesk, type ExceptionKind } from "./exception-kind.server.ts";
import type { ShownAct, ShownException } from "./exception-parts.tsx";

/** Refunds of providers without an API. The payment's page records their outcome. */
export const byHand: ExceptionKind = {
  intro: (t) => t("byHand:intro"),
  list: async ({ services, money }) =>
    (await listRefundsByHand(services.db)).map((refund) => ({
      ...{ id: refund.id, subject: refund.payment_id, since: refund.since },
      href: `/admin/payments/${refund.payment_id}`,
      why: [refund.provider, refund.provider_ref].filter(Boolean).join(", "),
      amount: money(refund.amount_minor, refund.currency),
    })),
  find: async () => null,
  action: pageActs({}),
};

async function findFailure(
  { services, t, moment, money }: ExceptionDesk,
  id: string,
): Promise<ShownException | null> {
  const found = (await listUnseenFailures(services.db)).find((each) => each.id === id);
  if (!found) return null;
  const { payment_id, reference, amount_minor, currency, failed_at, is_known } = found;
  const amount = money(amount_minor, currency);
  return {
    title: t("books:failedRefunds.one", { amount }),
    facts: [
      [t("books:failedRefunds.amount"), { strong: amount }],
      [t("books:payment.reference"), { code: reference }],
      [t("books:failedRefunds.at"), moment(failed_at)],
      [
        t("books:payments.payment"),
        {
          text: payment_id,
          href: is_known ? `/admin/payments/${payment_id}` : `/admin/exceptions/suspense/${payment_id}`,
        },
      ],
    ],
    acts: [
      {
        ...{ intent: "see", title: t("books:failedRefunds.see"), text: t("books:failedRefunds.seeText") },
        button: t("books:failedRefunds.see"),
      },
    ],
  };
}

const failureActs = pageActs({
  see: button(async ({ services, ...given }) => {
    const isSeen = await seeRefundFailure(services, given);
    return backToQueue("failed-refunds", isSeen ? "seen" : "gone");
  }),
});

export const failedRefunds: ExceptionKind = {
  intro: (t) => t("books:failedRefunds.intro"),
  list: async ({ services, money }) =>
    (await listUnseenFailures(services.db)).map((each) => ({
      ...{ id: each.id, subject: each.payment_id, why: each.reference, since: each.failed_at },
      amount: money(each.amount_minor, each.currency),
    })),
  find: findFailure,
  action: failureActs,
};

async function findEvent({ services, t, moment }: ExceptionDesk, id: string): Promise<ShownException | null> {
  const event = (await listUnhandledEvents(services.db)).find((each) => each.id === id);
  if (!event) return null;
  const { what, provider, payment_id, known_payment_id, since, tries, last_error, next_try_at } = event;
  const title = [t(`books:unhandled.whats.${what}`), provider].join(", ");
  return {
    title,
    facts: [
      [
        t("books:unhandled.payment"),
        known_payment_id === null
          ? { code: payment_id }
          : { text: payment_id, href: `/admin/payments/${known_payment_id}` },
      ],
      [t("exceptions:since"), moment(since)],
      [t("books:unhandled.tries"), tries],
      [t("books:unhandled.error"), { long: last_error }],
      [t("books:unhandled.next"), moment(next_try_at)],
    ],
    acts:
      what === "NEWS"
        ? [
            {
              ...{ intent: "retry", title: t("books:unhandled.go"), text: t("books:unhandled.goText") },
              button: t("books:unhandled.go"),
            },
          ]
        : [],
  };
}

const eventActs = pageActs({
  retry: button(async ({ services, ...given }) => {
    const isRetried = await retryProviderEvent(services, given);
    return backToQueue("unhandled", isRetried ? "retried" : "gone");
  }),
});

export const unhandled: ExceptionKind = {
  intro: (t) => t("books:unhandled.intro"),
  list: async ({ services, t }) =>
    (await listUnhandledEvents(services.db)).map(({ id, payment_id, what, provider, since, tries }) => ({
      ...{ id, subject: payment_id, since, amount: "–" },
      why: [t(`books:unhandled.whats.${what}`), provider].join(", "),
      state: `${t("books:unhandled.tries")}: ${tries}`,
    })),
  find: findEvent,
  action: eventActs,
};

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

function factsOf(entry: ListedSuspense, { t, moment, money, services }: ExceptionDesk): ShownFact[] {
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
    [t("suspense:received"), moment(entry.received_at)],
    [t("suspense:provider"), entry.provider],
    [t("suspense:reference"), { code: entry.provider_ref }],
    [t("suspense:payment"), payment],
  ];
}

function actsOf(entry: ListedSuspense, { t, money, services }: ExceptionDesk): ShownAct[] {
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

async function findSuspense(desk: ExceptionDesk, id: string): Promise<ShownException | null> {
  const { t, stamp, money, services } = desk;
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
        at: stamp(each.at),
      })),
      returning: isFree ? { seenLeft: left_minor, left: money(left_minor, currency) } : null,
    },
  };
}

const suspenseActs = pageActs({
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
  find: findSuspense,
  action: suspenseActs,
};
