import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import {
  approve,
  declineApproval,
  findApproval,
  isMakerOf,
  listCheckers,
} from "../../../domain/approvals/approvals.server.ts";
import { findReturnStatement } from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { findFreezeById } from "../../../domain/payouts/freezes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { Changes } from "../../../ui/components/audit-table.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { CaseNav, doneOf } from "../../../ui/components/case-walk.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { useEntryName } from "../../../ui/components/known-names.ts";
import { FreezeFacts } from "../../../ui/components/ledger-check-names.tsx";
import { atName } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import {
  aboutOf,
  hasWorth,
  showAmount,
  showChanges,
  showDecision,
  showReason,
  showRole,
} from "../approvals.server.ts";
import { caseWalk, thenNext } from "../case-walk.server.ts";
import { deskOf, requireFound } from "../desk.server.ts";
import { lastDone } from "../last-done.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/approval";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const desk = deskOf(context);
  const { db, isAlone, locale, t, money, moment } = desk;
  const { done, last } = lastDone(desk, url);
  const viewer = await requireViewer(request, context);
  const approval = await requireFound(params.id, (id) => findApproval(db, viewer.role, id));
  const { kind, params: facts, status, worth_eur_minor } = approval;
  const { currency = "EUR", goodwill_minor = 0, payout_id } = facts;
  const about = aboutOf(kind, facts);
  const freeze = facts.freeze_id ? await findFreezeById(db, facts.freeze_id) : null;
  return {
    ...{ id: approval.id, kind, maker: approval.maker, isAlone },
    done,
    walk: await caseWalk({ request, context }, url.pathname, last),
    isWaiting: status === "WAITING",
    isOwn: !isAlone && approval.made_by === viewer.id,
    isMaker: !isAlone && (await isMakerOf(db, approval, viewer.id)),
    checkers: status === "WAITING" && !isAlone ? await listCheckers(db, approval) : null,
    closed: showDecision(approval, t, locale),
    creator: approval.creator,
    operator: approval.operator,
    role: showRole(approval, t),
    entry:
      facts.debit_code && facts.credit_code ? { debit: facts.debit_code, credit: facts.credit_code } : null,
    owner: facts.owner && facts.owner.length < 36 ? facts.owner : null,
    group: approval.group_slug,
    voucherEnd: approval.voucher_end,
    payouts: approval.payouts_count,
    worth: hasWorth(kind) ? money(worth_eur_minor, "EUR") : null,
    changes: showChanges(approval, getI18n(context)),
    amount: showAmount(approval, locale),
    goodwill: goodwill_minor > 0 ? money(goodwill_minor, currency) : null,
    reason: showReason(approval, t),
    statement: kind === "PAYOUT_BOUNCED" && payout_id ? await findReturnStatement(db, payout_id) : null,
    since: moment(approval.made_at),
    by: facts.by ? t(`approvals:by.${facts.by}`) : null,
    reference: facts.reference ?? null,
    report: facts.report ? t(`byHand:told.${facts.report}`) : null,
    rate: facts.rate_currency
      ? t("approvals:rateOf", {
          currency: facts.rate_currency,
          units: facts.units_per_euro,
          before: facts.before_units ?? "–",
        })
      : null,
    about: { href: about.href, text: t(`approvals:${about.name}`) },
    freeze: freeze && { reason: freeze.reason, at: moment(freeze.frozen_at) },
  };
}

const acts = pageActs({
  accept: button(async ({ services, id, operator_id }) => {
    const outcome = await approve(services, { id, operator_id });
    await services.settings.renew();
    return redirect(`/admin/approvals/${id}?done=${outcome}`, 303);
  }),
  decline: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const outcome = await declineApproval(services, { id, operator_id, reason });
    return redirect(`/admin/approvals/${id}?done=${outcome}`, 303);
  }),
});

export async function action(asked: Route.ActionArgs) {
  return await thenNext(`/admin/approvals/${asked.params.id}`, acts)(asked);
}

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function ApprovalCase({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("approvals");
  const { kind, walk, isWaiting, isOwn, isMaker, isAlone } = loaderData;
  const decline = isOwn
    ? {
        title: t("takeBack.title"),
        text: t(kind === "BATCH_RELEASE" ? "takeBack.batch" : "takeBack.text"),
        button: t("takeBack.go"),
      }
    : {
        title: t("decline.title"),
        text: t(kind === "BATCH_RELEASE" ? "decline.batch" : "decline.text"),
        button: t("decline.go"),
      };
  return (
    <AdminPage title={t(`kind.${kind}`)} done={doneOf(loaderData.done, walk)} isAlone={isAlone}>
      <CaseNav walk={walk} />
      <UpLink to="/admin/approvals">{t("title")}</UpLink>
      <ApprovalFacts facts={loaderData} />
      {loaderData.freeze ? (
        <Card title={t("frozen", { at: loaderData.freeze.at })}>
          <FreezeFacts reason={loaderData.freeze.reason} />
        </Card>
      ) : null}
      {loaderData.closed ? <p className="note">{loaderData.closed}</p> : null}
      {loaderData.checkers?.length === 0 ? <p className="note">{t("noCheckers")}</p> : null}
      {isWaiting && isMaker && !isOwn ? <p className="note">{t("done.own")}</p> : null}
      {isWaiting && !isMaker ? (
        <Card title={t("approve")}>
          <Form method="post" className="fields" data-decision="accept">
            <p>{t("approveText")}</p>
            <SubmitButton intent="accept">{t("approveGo")}</SubmitButton>
          </Form>
        </Card>
      ) : null}
      {isWaiting ? (
        <ReasonForm
          intent="decline"
          schema={reasonForm}
          isGrave={!isOwn}
          {...decline}
          label={t("why")}
          help={t("whyHelp")}
        />
      ) : null}
    </AdminPage>
  );
}

function ApprovalFacts({ facts }: { facts: Route.ComponentProps["loaderData"] }) {
  const { t } = useTranslation("approvals");
  const entryName = useEntryName();
  const { about } = facts;
  const shown: [string, ReactNode][] = [
    [
      t("subject"),
      <Link key="about" to={about.href}>
        {about.text}
      </Link>,
    ],
    [t("entry"), facts.entry && entryName(facts.entry)],
    [t("owner"), facts.owner],
    [t("creator"), facts.creator === null ? null : atName(facts.creator)],
    [t("operator"), facts.operator],
    [t("role"), facts.role],
    [t("group"), facts.group === null ? null : `/gl/${facts.group}`],
    [t("code"), facts.voucherEnd === null ? null : `…${facts.voucherEnd}`],
    [t("payouts"), facts.payouts],
    [t("amount"), facts.amount],
    [t("goodwill"), facts.goodwill],
    [t("worth"), facts.worth && <b key="worth">{facts.worth}</b>],
    [t("changes"), facts.changes.length > 0 ? <Changes key="changes" changes={facts.changes} /> : null],
    [t("rate"), facts.rate],
    [t("report"), facts.report],
    [t("returnedBy"), facts.by],
    [t("reference"), facts.reference],
    [t("reason"), facts.reason],
    [
      t("evidence"),
      facts.statement && <Link to={`/admin/books/bank/${facts.statement}`}>{t("statement")}</Link>,
    ],
    [t("maker"), facts.maker],
    [t("since"), facts.since],
    [t("checkers"), facts.checkers?.join(", ") || null],
  ];
  return (
    <Card title={t("facts")}>
      <Facts facts={shown.filter(([, value]) => value !== null)} />
    </Card>
  );
}
