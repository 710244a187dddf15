import { formatMoment } from "../../../domain/money/formats.ts";
import {
  isOutside,
  retryException,
  takeOutside,
} from "../../../domain/payments/settlements/exception-acts.server.ts";
import { isBeyondBounds } from "../../../domain/payments/settlements/judge-events.ts";
import {
  findSettlementException,
  listSettlementExceptions,
  type QueuedException,
  settleSettlementException,
} from "../../../domain/payments/settlements/settlement-queries.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { button, form, pageActs } from "../acts.server.ts";
import { shownEvent } from "../settlement-events.server.ts";
import type { ShownFact } from "../shown-facts.tsx";
import { waitingAbout } from "../waiting-approvals.server.ts";
import {
  backToCase,
  backToQueue,
  type Desk,
  type ExceptionKind,
  isOwnFile,
  settling,
} from "./exception-kind.server.ts";
import type { ShownAct, ShownException } from "./exception-parts.tsx";

const waits = ({ settled_at, opened_at }: QueuedException, now: Date) =>
  settled_at === null && opened_at <= now;

function factsOf(found: QueuedException, { t, locale, money, services }: Desk): ShownFact[] {
  const { payment_id, known, said, settled_at } = found;
  const event = shownEvent(found.event, locale);
  const isUnderWay = settled_at === null && !waits(found, services.clock());
  const facts: ShownFact[] = [
    [
      t("exceptions:why"),
      isUnderWay ? t("settlements:states.on_its_way") : t(`settlements:reason.${found.reason}`),
    ],
    [t("settlements:provider"), found.provider],
    [t("settlements:kind"), t(`settlements:kinds.${event.kind}`)],
    [t("settlements:amount"), { strong: event.amount }],
    [t("settlements:fee"), event.fee],
    [t("settlements:occurred"), event.occurred],
    [t("settlements:event"), { code: event.event_ref }],
    [
      t("settlements:payment"),
      payment_id === null
        ? { code: event.payment_ref }
        : { text: event.payment_ref ?? payment_id, href: `/admin/payments/${payment_id}` },
    ],
    [t("settlements:reference"), { code: event.reference }],
    [
      t("settlements:fileOf"),
      { text: t("settlements:toFile"), href: `/admin/books/settlements/${found.settlement_id}` },
    ],
  ];
  if (known !== null && said === null)
    facts.push([
      t(isBeyondBounds(found.reason) ? "settlements:bound" : "settlements:known"),
      money(known.minor, known.currency),
    ]);
  if (said !== null) {
    const { kind, amount, fee, reference, payment_ref } = shownEvent({ ...found.event, ...said }, locale);
    facts.push([
      t("settlements:saidNow"),
      `${t(`settlements:kinds.${kind}`)}, ${amount}, ${t("settlements:fee")} ${fee}`,
    ]);
    const about = reference ?? payment_ref;
    if (about !== null) facts.push([t("settlements:saidAbout"), { code: about }]);
  }
  if (settled_at !== null) {
    const itself = found.taken_at === null ? t("settlements:byReversal") : t("settlements:byBooks");
    const by = found.entry_id === null ? (found.settled_by ?? itself) : t("settlements:byBank");
    facts.push(
      [t("exceptions:settledAt"), formatMoment(settled_at, locale)],
      [t("exceptions:settledBy"), by],
    );
    if (found.settled_reason !== null) facts.push([t("exceptions:settledReason"), found.settled_reason]);
  }
  return facts;
}

async function actsOf(found: QueuedException, desk: Desk, isWaiting: boolean): Promise<ShownAct[]> {
  const { services, t } = desk;
  const now = services.clock();
  const isTaken = found.taken_at !== null;
  const isOwn = isOwnFile(desk, found.imported_by);
  const about = { reason: found.reason, event_id: found.event.id };
  const acts: ShownAct[] = [];
  if (!isTaken && found.may_be_known)
    acts.push({
      ...{ intent: "retry", title: t("settlements:retry.title"), text: t("settlements:retry.text") },
      button: t("settlements:retry.go"),
    });
  if (!isTaken && found.said === null && !isWaiting && (await isOutside(services.db, about, now))) {
    const needsThird = services.second_operator_from_minor !== null && !isOwn;
    const text = t("settlements:take.text");
    acts.push({
      ...{
        intent: "take",
        title: t("settlements:take.title"),
        button: t("settlements:take.go"),
        isGrave: true,
      },
      text: needsThird ? `${text} ${t("settlements:take.third")}` : text,
      help: t("settlements:settle.help"),
    });
  }
  return acts;
}

async function find(desk: Desk, id: string): Promise<ShownException | null> {
  const { services, t, locale } = desk;
  const found = await findSettlementException(services.db, id);
  if (!found) return null;
  const { kind, amount } = shownEvent(found.event, locale);
  const waiting = await waitingAbout(desk.context, `settlement:${found.settlement_id}:${found.event.id}`);
  const isPosted = found.taken_at !== null || found.event.outcome === "TAKEN";
  const isOpen = waits(found, services.clock());
  const settle = settling(
    desk,
    { isOpen, imported_by: found.imported_by },
    {
      ...{ title: t("settlements:settle.title"), text: t("settlements:settle.text") },
      ...{ help: t("settlements:settle.help"), button: t("settlements:settle.go") },
    },
  );
  return {
    title: t("settlements:exceptionTitle", { kind: t(`settlements:kinds.${kind}`), amount }),
    facts: factsOf(found, desk),
    links: isPosted
      ? [{ text: t("settlements:toEvent"), href: `/admin/books/settlements/events/${found.event.id}` }]
      : [],
    notes: settle.notes,
    waiting,
    acts: [...(await actsOf(found, desk, waiting.length > 0)), ...settle.acts],
  };
}

const action = pageActs({
  retry: button(async ({ services, id, operator_id }) =>
    backToCase("settlements", id, await retryException(services, { id, operator_id })),
  ),
  take: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const given = { exception_id: id, operator_id, reason };
    return backToCase("settlements", id, await takeOutside(services, given));
  }),
  settle: form(reasonForm, async ({ services, id, operator_id }, { reason }) =>
    backToQueue("settlements", await settleSettlementException(services, { id, operator_id, reason })),
  ),
});

export const settlements: ExceptionKind = {
  intro: (t) => t("settlements:exceptionsText"),
  list: async ({ services, t, locale }) =>
    (await listSettlementExceptions(services.db, services.clock())).map(
      ({ id, reason, opened_at, ...found }) => {
        const { kind, amount, reference, payment_ref, event_ref } = shownEvent(found.event, locale);
        return {
          ...{ id, amount, since: opened_at, why: t(`settlements:reason.${reason}`) },
          subject: `${t(`settlements:kinds.${kind}`)}: ${reference ?? payment_ref ?? event_ref}`,
        };
      },
    ),
  find,
  action,
};
