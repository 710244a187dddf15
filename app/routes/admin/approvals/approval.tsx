import { useTranslation } from "react-i18next";
import { data, Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  type Approval,
  approve,
  declineApproval,
  findApproval,
  isMakerOf,
  listCheckers,
} from "../../../domain/approvals/approvals.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { findReturnStatement } from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { findFreezeById } from "../../../domain/payouts/freezes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FreezeFacts } from "../../../ui/components/ledger-check-names.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { askedOf } from "../lists.server.ts";
import type { Route } from "./+types/approval";
import { ApprovalFacts } from "./approval-facts.tsx";
import { APPROVAL_DONE } from "./approval-outcomes.ts";
import { showAmount, showDecision, showReason } from "./shown-approvals.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const approval = isId(params.id) ? await findApproval(db, params.id) : null;
  if (!approval) throw data(null, { status: 404 });
  const { kind, params: facts, status, worth_eur_minor } = approval;
  const { currency = "EUR", goodwill_minor = 0, payout_id } = facts;
  const freeze = facts.freeze_id ? await findFreezeById(db, facts.freeze_id) : null;
  const done = askedOf(url.searchParams, "done", APPROVAL_DONE);
  const isAlone = second_operator_from_minor === null;
  return {
    ...{ id: approval.id, kind, maker: approval.maker, isAlone },
    done: done ? t(`approvals:done.${done}`) : null,
    isWaiting: status === "WAITING",
    isOwn: !isAlone && approval.made_by === viewer.id,
    isMaker: !isAlone && (await isMakerOf(db, approval, viewer.id)),
    checkers: status === "WAITING" && !isAlone ? await listCheckers(db, approval) : null,
    closed: showDecision(approval, t, locale),
    creator: approval.creator,
    entry:
      facts.debit_code && facts.credit_code ? { debit: facts.debit_code, credit: facts.credit_code } : null,
    owner: facts.owner && facts.owner.length < 36 ? facts.owner : null,
    group: approval.group_slug,
    voucherEnd: approval.voucher_end,
    payouts: approval.payouts_count,
    worth: formatAmount(worth_eur_minor, "EUR", locale),
    amount: showAmount(approval, locale),
    goodwill: goodwill_minor > 0 ? formatAmount(goodwill_minor, currency, locale) : null,
    reason: showReason(approval, t),
    statement: kind === "PAYOUT_BOUNCED" && payout_id ? await findReturnStatement(db, payout_id) : null,
    since: formatMoment(approval.made_at, locale),
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
    about: aboutOf(kind, facts),
    freeze: freeze && { reason: freeze.reason, at: formatMoment(freeze.frozen_at, locale) },
  };
}

function aboutOf(kind: Approval["kind"], facts: Approval["params"]) {
  if (kind === "CORRECTION") return { href: "/admin/books/corrections", name: "corrections" } as const;
  if (facts.correction_id)
    return { href: `/admin/books/corrections/${facts.correction_id}`, name: "corrections" } as const;
  if (facts.payment_id && (kind === "SUSPENSE_KEPT" || kind === "SUSPENSE_RETURNED"))
    return { href: `/admin/exceptions/suspense/${facts.payment_id}`, name: "suspense" } as const;
  if (facts.payment_id) return { href: `/admin/payments/${facts.payment_id}`, name: "payment" } as const;
  if (facts.payout_id) return { href: `/admin/payouts/${facts.payout_id}`, name: "payout" } as const;
  if (facts.batch_id) return { href: `/admin/payouts/batches/${facts.batch_id}`, name: "batch" } as const;
  if (facts.settlement_event_id)
    return { href: `/admin/books/settlements/events/${facts.settlement_event_id}`, name: "event" } as const;
  if (facts.held_rate_id) return { href: "/admin/exceptions?kind=rates", name: "heldRate" } as const;
  if (facts.details_id) return { href: `/admin/payout-data/${facts.details_id}`, name: "data" } as const;
  if (facts.creator_id) return { href: `/admin/users/${facts.creator_id}`, name: "user" } as const;
  return { href: "/admin/payouts", name: "freeze" } as const;
}

export const action = pageActs({
  accept: button(async ({ services, id, operator_id }) => {
    const outcome = await approve(services, { id, operator_id });
    return redirect(`/admin/approvals/${id}?done=${outcome}`, 303);
  }),
  decline: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const outcome = await declineApproval(services, { id, operator_id, reason });
    return redirect(`/admin/approvals/${id}?done=${outcome}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function ApprovalCase({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("approvals");
  const { kind, isWaiting, isOwn, isMaker, isAlone } = loaderData;
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
    <AdminPage title={t(`kind.${kind}`)} done={loaderData.done} isAlone={isAlone}>
      <p>
        <Link to="/admin/approvals">{t("title")}</Link>
      </p>
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
