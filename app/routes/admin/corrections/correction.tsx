import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findLastDecision, listWaitingAbout } from "../../../domain/approvals/approvals.server.ts";
import { findCorrection, reverseCorrection } from "../../../domain/corrections/corrections.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { useEntryName } from "../../../ui/components/known-names.ts";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { waitingAbout } from "../approvals.server.ts";
import { deskOf, doneText } from "../desk.server.ts";
import { UpLink, WaitingNote } from "../page-parts.tsx";
import type { Route } from "./+types/correction";

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, isAlone, t, money, moment } = deskOf(context);
  const found = isId(params.id) ? await findCorrection(db, params.id) : null;
  if (!found) throw await otherPlace(context, params.id);
  const { id, debit_code: debit, credit_code: credit, owner, reference, reason, maker, checker } = found;
  return {
    title: t("corrections:title"),
    done: doneText(url, ["waiting", "reversed", "gone", "too_little"], (done) =>
      t(`corrections:done.${done}`),
    ),
    isAlone,
    ...{ id, debit, credit, owner, reference, reason, maker, checker },
    amount: money(found.amount_minor, found.currency),
    posted: moment(found.posted_at),
    reversed: moment(found.reversed_at),
    reversal: found.reversal,
    transactions: found.transactions,
    waiting: await waitingAbout(context, `correction:${id}`),
  };
}

async function otherPlace(context: Readonly<RouterContextProvider>, id: string) {
  const { db } = context.get(servicesContext);
  const [waiting] = await listWaitingAbout(db, `correction:${id}`);
  const act = waiting ?? (await findLastDecision(db, `correction:${id}`));
  return act ? redirect(`/admin/approvals/${act.id}`, 303) : data(null, { status: 404 });
}

export const action = pageActs({
  reverse: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await reverseCorrection(services, { correction_id: id, operator_id, reason });
    return redirect(`/admin/books/corrections/${id}?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function CorrectionCase({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("corrections");
  const entryName = useEntryName();
  const { reversal, reversed, waiting, transactions } = loaderData;
  const facts: (readonly [string, ReactNode])[] = [
    [t("kind"), entryName(loaderData)],
    [t("owner"), loaderData.owner || undefined],
    [t("amount"), <b key="amount">{loaderData.amount}</b>],
    [t("reference"), <code key="reference">{loaderData.reference}</code>],
    [t("reason"), <LongText key="reason" text={loaderData.reason} />],
    [t("maker"), loaderData.maker],
    [t("checker"), loaderData.checker ?? t("alone")],
    [t("postedAt"), loaderData.posted],
    [
      t("transactions"),
      transactions.map((number, place) => (
        <span key={number}>
          {place > 0 ? ", " : null}
          <Link to={`/admin/books/transactions/${number}`}>{number}</Link>
        </span>
      )),
    ],
  ];
  if (reversal)
    facts.push(
      [t("reversedAt"), reversed],
      [t("reversalReason"), <LongText key="reversal" text={reversal.reason} />],
      [t("reversalMaker"), reversal.maker],
      [t("reversalChecker"), reversal.checker ?? t("alone")],
    );
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <UpLink to="/admin/books/corrections">{t("title")}</UpLink>
      <WaitingNote waiting={waiting} />
      <Card title={t("facts")}>
        <Facts facts={facts} />
      </Card>
      {reversal === null && waiting.length === 0 ? (
        <ReasonForm
          intent="reverse"
          schema={reasonForm}
          title={t("reverse.title")}
          text={t("reverse.text")}
          help={t("reasonHelp")}
          button={t("reverse.go")}
          isGrave
        />
      ) : null}
    </AdminPage>
  );
}
