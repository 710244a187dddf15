import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import {
  findSettlementEvent,
  reverseEvent,
} from "../../../domain/payments/settlements/exception-acts.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import { shownEvent } from "../settlement-events.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { WaitingNote } from "../waiting-note.tsx";
import type { Route } from "./+types/settlement-event";

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const found = isId(params.id) ? await findSettlementEvent(db, params.id) : null;
  if (!found) throw data(null, { status: 404 });
  const { id, provider, settlement_id, exception_id, is_reversible } = found;
  const event = shownEvent(found, locale);
  const done = askedOf(url.searchParams, "done", ["waiting", "reversed", "gone"]);
  return {
    title: t("settlements:exceptionTitle", {
      kind: t(`settlements:kinds.${event.kind}`),
      amount: event.amount,
    }),
    done: done ? t(`settlements:done.${done}`) : null,
    ...{ provider, settlement_id, exception_id, is_reversible, event },
    isAlone: second_operator_from_minor === null,
    waiting: await waitingAbout(context, `settlement:${settlement_id}:${id}`),
    acts: found.acts.map(({ act, acted_at, operator, reason }) => ({
      ...{ act, operator, reason },
      at: formatMoment(acted_at, locale),
    })),
  };
}

export const action = pageActs({
  reverse: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await reverseEvent(services, { event_id: id, operator_id, reason });
    return redirect(`/admin/books/settlements/events/${id}?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function SettlementEvent({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settlements");
  const { event, settlement_id, exception_id, acts, waiting } = loaderData;
  const facts: (readonly [string, ReactNode])[] = [
    [t("provider"), loaderData.provider],
    [t("kind"), t(`kinds.${event.kind}`)],
    [t("amount"), <b key="amount">{event.amount}</b>],
    [t("fee"), event.fee],
    [t("occurred"), event.occurred],
    [t("event"), <code key="event">{event.event_ref}</code>],
    [t("about"), <code key="about">{event.reference ?? event.payment_ref ?? "–"}</code>],
    [
      t("fileOf"),
      <Link key="file" to={`/admin/books/settlements/${settlement_id}`}>
        {t("toFile")}
      </Link>,
    ],
  ];
  for (const { act, at, operator, reason } of acts) {
    facts.push([t(`acts.${act}`), operator === null ? at : `${at}, ${operator}`]);
    if (reason !== null) facts.push([t("reversalReason"), <LongText key="reason" text={reason} />]);
  }
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>
        <Link to="/admin/books/settlements">{t("title")}</Link>
      </p>
      <WaitingNote waiting={waiting} />
      <Card title={t("facts")}>
        <Facts facts={facts} />
        {exception_id === null ? null : (
          <p>
            <Link to={`/admin/exceptions/settlements/${exception_id}`}>{t("toException")}</Link>
          </p>
        )}
      </Card>
      {loaderData.is_reversible && waiting.length === 0 ? (
        <ReasonForm
          intent="reverse"
          schema={reasonForm}
          title={t("reverse.title")}
          text={t("reverse.text")}
          help={t("settle.help")}
          button={t("reverse.go")}
          isGrave
        />
      ) : null}
    </AdminPage>
  );
}
