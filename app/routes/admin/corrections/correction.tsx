import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findLastDecision, listWaitingAbout } from "../../../domain/approvals/approvals.server.ts";
import { findCorrection, reverseCorrection } from "../../../domain/corrections/corrections.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { useEntryName } from "../../../ui/components/entry-name.ts";
import { LongText } from "../../../ui/components/long-text.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { WaitingNote } from "../waiting-note.tsx";
import type { Route } from "./+types/correction";

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const found = isId(params.id) ? await findCorrection(db, params.id) : null;
  if (!found) throw await otherPlace(context, params.id);
  const { id, debit_code: debit, credit_code: credit, owner, reference, reason, maker, checker } = found;
  const done = askedOf(url.searchParams, "done", ["waiting", "reversed", "gone", "too_little"]);
  return {
    title: t("corrections:title"),
    done: done ? t(`corrections:done.${done}`) : null,
    isAlone: second_operator_from_minor === null,
    ...{ id, debit, credit, owner, reference, reason, maker, checker },
    amount: formatAmount(found.amount_minor, found.currency, locale),
    posted: formatMoment(found.posted_at, locale),
    reversed: found.reversed_at && formatMoment(found.reversed_at, locale),
    reversal: found.reversal,
    transactions: found.transactions,
    waiting: await waitingAbout(context, `correction:${id}`),
  };
}

/** An entry that is not posted has only its approval. */
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
    ...(loaderData.owner === "" ? [] : [[t("owner"), loaderData.owner] as const]),
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
      <p>
        <Link to="/admin/books/corrections">{t("title")}</Link>
      </p>
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
