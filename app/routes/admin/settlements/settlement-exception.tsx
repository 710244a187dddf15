import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { retryException } from "../../../domain/payments/settlements/event-acts.server.ts";
import { isOutside } from "../../../domain/payments/settlements/event-decisions.server.ts";
import { isBeyondBounds } from "../../../domain/payments/settlements/judge-events.ts";
import {
  findSettlementException,
  settleSettlementException,
} from "../../../domain/payments/settlements/settlement-queries.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { ActCard } from "../../../ui/components/act-card.tsx";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { WaitingNote } from "../waiting-note.tsx";
import type { Route } from "./+types/settlement-exception";
import { shownEvent } from "./settlement-events.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { db, clock, second_operator_from_minor } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const found = isId(params.id) ? await findSettlementException(db, params.id) : null;
  if (!found) throw data(null, { status: 404 });
  const { id, reason, provider, settlement_id, payment_id, known, said, entry_id } = found;
  const event = shownEvent(found.event, locale);
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["taken", "not_known", "gone", "waiting"]);
  const taken = found.taken_at !== null;
  return {
    done: done ? t(`settlements:done.${done}`) : null,
    taken,
    event_id: found.event.id,
    isBeyond: isBeyondBounds(reason),
    mayRetry: !taken && found.may_be_known,
    mayTake: !taken && said === null && (await isOutside(db, { reason, event_id: found.event.id }, clock())),
    isAlone: second_operator_from_minor === null,
    waiting: await waitingAbout(context, `settlement:${settlement_id}:${found.event.id}`),
    isPosted: taken || found.event.outcome === "TAKEN",
    title: t("settlements:exceptionTitle", {
      kind: t(`settlements:kinds.${event.kind}`),
      amount: event.amount,
    }),
    ...{ id, reason, provider, settlement_id, payment_id, event, entry_id },
    known: known === null ? null : formatAmount(known.minor, known.currency, locale),
    said: said === null ? null : shownEvent({ ...found.event, ...said }, locale),
    waits: found.settled_at === null && found.opened_at <= clock(),
    settled: found.settled_at === null ? null : formatMoment(found.settled_at, locale),
    settled_by: found.settled_by,
    needsThird: second_operator_from_minor !== null && found.imported_by !== viewer.id,
    is_own_import: second_operator_from_minor !== null && found.imported_by === viewer.id,
    settled_reason: found.settled_reason,
  };
}

export const action = pageActs({
  retry: button(async ({ services, id, operator_id }) => {
    const done = await retryException(services, { id, operator_id });
    return redirect(`/admin/books/settlements/exceptions/${id}?done=${done}`, 303);
  }),
  settle: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const outcome = await settleSettlementException(services, { id, operator_id, reason });
    return redirect(`/admin/books/settlements?done=${outcome}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function SettlementException({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settlements");
  const { event, said, known, settled, entry_id, payment_id, settlement_id } = loaderData;
  const facts: (readonly [string, ReactNode])[] = [
    [
      t("why"),
      settled === null && !loaderData.waits ? t("states.on_its_way") : t(`reason.${loaderData.reason}`),
    ],
    [t("provider"), loaderData.provider],
    [t("kind"), t(`kinds.${event.kind}`)],
    [t("amount"), <b key="amount">{event.amount}</b>],
    [t("fee"), event.fee],
    [t("occurred"), event.occurred],
    [t("event"), <code key="event">{event.event_ref}</code>],
    [
      t("payment"),
      payment_id === null ? (
        <code key="payment">{event.payment_ref ?? "–"}</code>
      ) : (
        <Link key="payment" to={`/admin/payments/${payment_id}`}>
          {event.payment_ref}
        </Link>
      ),
    ],
    [t("reference"), <code key="reference">{event.reference ?? "–"}</code>],
    [
      t("fileOf"),
      <Link key="file" to={`/admin/books/settlements/${settlement_id}`}>
        {t("toFile")}
      </Link>,
    ],
  ];
  if (known !== null && said === null) facts.push([t(loaderData.isBeyond ? "bound" : "known"), known]);
  if (said !== null) {
    facts.push([t("saidNow"), `${t(`kinds.${said.kind}`)}, ${said.amount}, ${t("fee")} ${said.fee}`]);
    const about = said.reference ?? said.payment_ref;
    if (about !== null) facts.push([t("saidAbout"), <code key="about">{about}</code>]);
  }
  if (settled !== null) {
    facts.push([t("settledAt"), settled]);
    const itself = loaderData.taken ? t("byBooks") : t("byReversal");
    facts.push([t("settledBy"), entry_id === null ? (loaderData.settled_by ?? itself) : t("byBank")]);
    if (loaderData.settled_reason !== null) facts.push([t("settledReason"), loaderData.settled_reason]);
  }
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>
        <Link to="/admin/books/settlements">{t("title")}</Link>
      </p>
      <WaitingNote waiting={loaderData.waiting} />
      <Card title={t("facts")}>
        <Facts facts={facts} />
        {loaderData.isPosted ? (
          <p>
            <Link to={`/admin/books/settlements/events/${loaderData.event_id}`}>{t("toEvent")}</Link>
          </p>
        ) : null}
      </Card>
      {loaderData.mayRetry ? (
        <ActCard title={t("retry.title")} text={t("retry.text")} button={t("retry.go")} intent="retry" />
      ) : null}
      {loaderData.mayTake && loaderData.waiting.length === 0 ? (
        <Card title={t("take.title")}>
          <p>{t("take.text")}</p>
          {loaderData.needsThird ? <p>{t("take.third")}</p> : null}
          <div className="actions">
            <ButtonLink to={`/admin/books/settlements/exceptions/${loaderData.id}/acceptance`}>
              {t("take.go")}
            </ButtonLink>
          </div>
        </Card>
      ) : null}
      {loaderData.waits && loaderData.is_own_import ? <p>{t("ownImport")}</p> : null}
      {loaderData.waits && !loaderData.is_own_import ? (
        <ReasonForm
          intent="settle"
          schema={reasonForm}
          title={t("settle.title")}
          text={t("settle.text")}
          help={t("settle.help")}
          button={t("settle.go")}
        />
      ) : null}
    </AdminPage>
  );
}
