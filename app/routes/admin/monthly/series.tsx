import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { listAudit } from "../../../domain/audit/audit.server.ts";
import { may } from "../../../domain/operator-rights.server.ts";
import { stopByOperator } from "../../../domain/series/change-series.server.ts";
import { openFanData } from "../../../domain/series/fan-data.server.ts";
import { findSeriesFacts, type SeriesFacts } from "../../../domain/series/search-series.server.ts";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { AuditTable } from "../../../ui/components/audit-table.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { Facts, figure, time } from "../../../ui/components/data-table.tsx";
import { named } from "../../../ui/components/known-names.ts";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { shownAudit } from "../audit.server.ts";
import { type Desk, deskOf, doneText, requireFound } from "../desk.server.ts";
import { TableCard, UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/series";
import { SeriesReceiver, SeriesState } from "./series-parts.tsx";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { role } = await requireViewer(request, context);
  const desk = deskOf(context);
  const { db, t, stamp } = desk;
  const facts = await requireFound(params.id, (id) => findSeriesFacts(db, id));
  const { entries } = await listAudit(db, { subject: `series:${facts.series.id}` });
  const amount = desk.money(facts.series.amount_minor, facts.series.currency);
  return {
    title: t("adminMonthly:page.title", { amount }),
    done: doneText(url, ["stopped", "gone", "opened", "no_address"] as const, (done) =>
      t(`adminMonthly:done.${done}`),
    ),
    file: url.searchParams.get("done") === "opened" ? `/admin/monthly/${facts.series.id}/data` : null,
    canOpen: may(role, "support") && facts.series.sender_email !== null,
    ...shownFacts(facts, desk),
    canStop: may(role, "support") && facts.series.status !== "ENDED",
    audit: await shownAudit(db, entries, { texts: getI18n(context), stamp }),
  };
}

function shownFacts(
  { series, receiver, payments, mails }: SeriesFacts,
  { day, money, moment, stamp, t }: Desk,
) {
  const { problem, end_reason } = series;
  const why = problem !== null ? t(`adminMonthly:problems.${problem}`) : null;
  return {
    receiver,
    status: series.status,
    why: end_reason !== null ? t(`adminMonthly:ends.${end_reason}`) : why,
    fan: series.sender_email,
    name: series.sender_name,
    amount: money(series.amount_minor, series.currency),
    total: money(series.total_minor, series.currency),
    announced:
      series.announced_total_minor === null ? null : money(series.announced_total_minor, series.currency),
    since: moment(series.created_at),
    day: series.day,
    next: series.next_charge_on === null ? null : day(series.next_charge_on),
    method: [t(`tip:payment.types.${series.payment_type}.name`), series.method_label]
      .filter(Boolean)
      .join(", "),
    provider: series.provider,
    consent: series.consent,
    consentedAt: moment(series.consented_at),
    endedAt: moment(series.ended_at),
    payments: payments.map((each) => ({
      ...{ id: each.id, status: each.status, state: t(`books:state.${each.status}`) },
      charged: money(each.charged_minor, each.charged_currency),
      month: each.series_month?.slice(0, 7) ?? "–",
      at: stamp(each.created_at),
    })),
    mails: mails.map(({ id, kind, status, created_at }) => ({
      ...{ id, status, at: stamp(created_at) },
      name: named(MAILS, kind, (known) => t(`adminMonthly:mails.${known}`)),
    })),
  };
}

const MAILS = ["started", "reminder", "price", "problem", "changed", "ended"] as const;

export const action = pageActs({
  stop: form(lockForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await stopByOperator(services, { series_id: id, operator_id, reason });
    return redirect(`/admin/monthly/${id}?done=${done}`, 303);
  }),
  data: form(lockForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await openFanData(services, { series_id: id, operator_id, reason });
    return redirect(`/admin/monthly/${id}?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function OneSeries({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminMonthly");
  const { title, done, payments, mails, canStop, canOpen, file, audit } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <UpLink to="/admin/monthly">{t("title")}</UpLink>
      {file === null ? null : (
        <p>
          <a href={file} download>
            {t("data.file")}
          </a>
        </p>
      )}
      <TermsCard {...loaderData} />
      <TableCard
        title={t("page.payments")}
        columns={[t("page.month"), t("payment"), figure(t("page.charged")), t("state"), time(t("page.at"))]}
        empty={t("page.noPayments")}
        rows={payments.map((each) => ({
          key: each.id,
          cells: [
            each.month,
            <Link key="payment" to={`/admin/payments/${each.id}`}>
              <ShortId id={each.id} />
            </Link>,
            each.charged,
            <span key="state" className="status" data-status={each.status}>
              {each.state}
            </span>,
            each.at,
          ],
        }))}
      />
      <TableCard
        title={t("page.mails")}
        columns={[t("page.mail"), time(t("page.at"))]}
        empty={t("page.noMails")}
        rows={mails.map(({ id, name, at }) => ({ key: id, cells: [name, at] }))}
      />
      {canStop ? (
        <ReasonForm
          intent="stop"
          schema={lockForm}
          {...{ title: t("stop.title"), text: t("stop.text"), help: t("stop.help"), button: t("stop.go") }}
          isGrave
        />
      ) : null}
      {canOpen ? (
        <ReasonForm
          intent="data"
          schema={lockForm}
          {...{ title: t("data.title"), text: t("data.text"), help: t("data.help"), button: t("data.go") }}
        />
      ) : null}
      <Card title={t("page.audit")}>
        <AuditTable entries={audit} />
      </Card>
    </AdminPage>
  );
}

type Shown = ReturnType<typeof shownFacts>;

function TermsCard(shown: Shown) {
  const { t } = useTranslation("adminMonthly");
  return (
    <Card title={t("page.terms")}>
      <Facts
        facts={[
          [t("state"), <SeriesState key="state" status={shown.status} />],
          [t("page.why"), shown.why ?? undefined],
          [t("page.endedAt"), shown.endedAt ?? undefined],
          [t("receiver"), <SeriesReceiver key="receiver" {...shown.receiver} />],
          [t("fan"), <LongText key="fan" text={shown.fan} />],
          [t("page.name"), shown.name],
          [t("amount"), shown.amount],
          [t("page.total"), shown.total],
          [t("page.announced"), shown.announced ?? undefined],
          [t("since"), shown.since],
          [t("page.day"), shown.day],
          [t("next"), shown.next],
          [t("page.method"), shown.method],
          [t("page.provider"), shown.provider],
          [t("page.consent"), <LongText key="consent" text={shown.consent} />],
          [t("page.consentedAt"), shown.consentedAt],
        ]}
      />
    </Card>
  );
}
