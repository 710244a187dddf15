import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { listAudit } from "../../../domain/audit/audit.server.ts";
import { formatDay, formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { may } from "../../../domain/operator-rights.server.ts";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import {
  blockVoucher,
  findVoucherFacts,
  unblockVoucher,
  type VoucherFacts,
} from "../../../domain/vouchers/admin-vouchers.server.ts";
import { lastDayOf } from "../../../domain/vouchers/voucher-dates.ts";
import { resendVoucher } from "../../../domain/vouchers/voucher-states.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, type getLocale } from "../../../http/i18n.server.ts";
import { AuditTable } from "../../../ui/components/audit-table.tsx";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { ActCard, ReasonForm } from "../../../ui/components/reason-form.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs, withinMails } from "../acts.server.ts";
import { waitingAbout } from "../approvals.server.ts";
import { shownAudit } from "../audit.server.ts";
import { deskOf, doneText, requireFound } from "../desk.server.ts";
import { UpLink, WaitingNote } from "../page-parts.tsx";
import type { Route } from "./+types/voucher";
import { RedemptionList, VoucherState } from "./voucher-parts.tsx";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const ofMoney = may((await requireViewer(request, context)).role, "money");
  const { db, isAlone, locale, t, stamp } = deskOf(context);
  const facts = await requireFound(params.id, (id) => findVoucherFacts(db, id));
  // A refund is logged under its payment.
  const subjects = [`voucher:${facts.id}`, ...facts.payments.map(({ id }) => `payment:${id}`)];
  const { entries } = await listAudit(db, { subjects });
  const paid = facts.payments.find(({ status }) => status === "SUCCESS");
  return {
    title: t("adminVouchers:voucher.title", { end: facts.code_end }),
    done: doneText(url, VOUCHER_DONE, (done) => t(`adminVouchers:done.${done}`)),
    isAlone,
    waiting: paid ? await waitingAbout(context, `payment:${paid.id}`) : [],
    voucher: shownFacts(facts, locale),
    acts: {
      ofMoney,
      canLock: ofMoney && isOpen(facts) && facts.lock === null,
      canUnlock: ofMoney && facts.lock !== null,
      canMail: facts.status === "VALID" && facts.email !== null,
      canRefund: ofMoney && facts.status === "VALID" && paid !== undefined,
    },
    audit: await shownAudit(db, entries, { texts: getI18n(context), stamp }),
  };
}

const isOpen = ({ status }: VoucherFacts) => status === "VALID" || status === "PENDING";

function shownFacts(facts: VoucherFacts, locale: ReturnType<typeof getLocale>) {
  const moment = (at: Date | null) => (at === null ? null : formatMoment(at, locale));
  return {
    id: facts.id,
    status: facts.status,
    end: facts.code_end,
    amount: formatAmount(facts.amount_minor, facts.currency, locale),
    email: facts.email,
    sender: facts.sender_name,
    message: facts.message,
    paidAt: moment(facts.paid_at),
    validUntil: formatDay(lastDayOf(facts), locale),
    endedAt: moment(facts.ended_at),
    disputedAt: moment(facts.disputed_at),
    lock: facts.lock && { ...facts.lock, at: formatMoment(facts.lock.at, locale) },
    payments: facts.payments.map((each) => ({
      id: each.id,
      charged: formatAmount(each.charged_minor, each.charged_currency, locale),
    })),
    redemptions: facts.redemptions.map((each) => ({
      ...{
        id: each.id,
        status: each.status,
        creator: each.creator,
        why: each.return_reason,
        tipId: each.tip_id,
      },
      amount: formatAmount(each.amount_minor, each.currency, locale),
      at: formatMoment(each.asked_at, locale),
    })),
  };
}

const backTo = (id: string, done: string) => redirect(`/admin/vouchers/${id}?done=${done}`, 303);

export const action = pageActs({
  lock: form(lockForm, async ({ services, id, operator_id }, { reason }) =>
    backTo(id, await blockVoucher(services, { voucher_id: id, operator_id, reason })),
  ),
  unlock: button(async ({ services, id, operator_id }) =>
    backTo(id, await unblockVoucher(services, { voucher_id: id, operator_id })),
  ),
  mail: withinMails(
    button(async ({ services, id, operator_id }) =>
      backTo(id, await resendVoucher(services, { voucher_id: id, operator_id })),
    ),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Voucher({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminVouchers");
  const { voucher, acts, waiting } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <UpLink to="/admin/vouchers">{t("title")}</UpLink>
      <VoucherCard voucher={voucher} />
      <WaitingNote waiting={waiting} isReadOnly={!acts.ofMoney} />
      <RedemptionList redemptions={voucher.redemptions} />
      {acts.canUnlock ? (
        <ActCard
          {...{ title: t("unlock.title"), text: t("unlock.text"), button: t("unlock.go") }}
          intent="unlock"
        />
      ) : null}
      {acts.canMail ? (
        <ActCard {...{ title: t("mail.title"), text: t("mail.text"), button: t("mail.go") }} intent="mail" />
      ) : null}
      {acts.canLock ? (
        <ReasonForm
          intent="lock"
          schema={lockForm}
          {...{ title: t("lock.title"), text: t("lock.text"), help: t("lock.help"), button: t("lock.go") }}
        />
      ) : null}
      {acts.canRefund && waiting.length === 0 ? (
        <div className="actions">
          <ButtonLink to={`/admin/vouchers/${voucher.id}/refund`}>{t("refund.open")}</ButtonLink>
        </div>
      ) : null}
      <Card title={t("audit")}>
        <AuditTable entries={loaderData.audit} />
      </Card>
    </AdminPage>
  );
}

type Shown = Route.ComponentProps["loaderData"]["voucher"];

function VoucherCard({ voucher }: { voucher: Shown }) {
  const { t } = useTranslation("adminVouchers");
  const { lock } = voucher;
  return (
    <Card title={t("voucher.facts")}>
      <Facts
        facts={[
          [t("state"), <VoucherState key="state" status={voucher.status} isLocked={lock !== null} />],
          [t("amount"), voucher.amount],
          [t("code"), `…${voucher.end}`],
          [t("buyer"), <LongText key="buyer" text={voucher.email} />],
          [t("bought"), voucher.paidAt],
          [t("voucher.expires"), voucher.validUntil],
          [t("voucher.ended"), voucher.endedAt],
          [t("voucher.disputed"), voucher.disputedAt],
          [t("voucher.sender"), voucher.sender],
          [
            t("voucher.message"),
            voucher.message === null ? null : <LongText key="words" text={voucher.message} />,
          ],
          [
            t("voucher.lock"),
            lock
              ? t("voucher.lockedBy", { at: lock.at, by: lock.by ?? "–", reason: lock.reason })
              : undefined,
          ],
          ...voucher.payments.map(
            (payment) =>
              [
                t("voucher.payment"),
                <Link key={payment.id} to={`/admin/payments/${payment.id}`}>
                  <ShortId id={payment.id} /> {payment.charged}
                </Link>,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}

const VOUCHER_DONE = [
  ...(["locked", "unlocked", "gone", "mailed", "requested", "waiting"] as const),
  ...(["redeemed", "disputed", "charged_back", "not_paid", "nothing_left", "too_late"] as const),
] as const;
