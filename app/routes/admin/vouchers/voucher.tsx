import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { listAudit } from "../../../domain/audit/audit.server.ts";
import { formatDay, formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import {
  blockVoucher,
  findVoucherFacts,
  unblockVoucher,
  type VoucherFacts,
} from "../../../domain/vouchers/admin-vouchers.server.ts";
import { lastDayOf } from "../../../domain/vouchers/voucher-dates.ts";
import { resendVoucher } from "../../../domain/vouchers/voucher-states.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { ActCard } from "../../../ui/components/act-card.tsx";
import { AuditTable } from "../../../ui/components/audit-table.tsx";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { shownAudit } from "../audit.server.ts";
import { askedOf } from "../lists.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { WaitingNote } from "../waiting-note.tsx";
import type { Route } from "./+types/voucher";
import { VOUCHER_DONE } from "./voucher-outcomes.ts";
import { RedemptionList, VoucherState } from "./voucher-parts.tsx";

/** Never shows the code. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const facts = isId(params.id) ? await findVoucherFacts(db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  // A refund is logged under its payment.
  const subjects = [`voucher:${facts.id}`, ...facts.payments.map(({ id }) => `payment:${id}`)];
  const { entries } = await listAudit(db, { subjects });
  const paid = facts.payments.find(({ status }) => status === "SUCCESS");
  const done = askedOf(url.searchParams, "done", VOUCHER_DONE);
  return {
    title: t("adminVouchers:voucher.title", { end: facts.code_end }),
    done: done ? t(`adminVouchers:done.${done}`) : null,
    isAlone: second_operator_from_minor === null,
    waiting: paid ? await waitingAbout(context, `payment:${paid.id}`) : [],
    voucher: shownFacts(facts, locale),
    acts: {
      canLock: isOpen(facts) && facts.lock === null,
      canUnlock: facts.lock !== null,
      canMail: facts.status === "VALID" && facts.email !== null,
      canRefund: facts.status === "VALID" && paid !== undefined,
    },
    audit: await shownAudit(db, entries, getI18n(context)),
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
    validUntil: formatDay(lastDayOf(facts.paid_at, facts.waited_days), locale),
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
  mail: button(async ({ services, id, operator_id }) =>
    backTo(id, await resendVoucher(services, { voucher_id: id, operator_id })),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Voucher({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminVouchers");
  const { voucher, acts, waiting } = loaderData;
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>
        <Link to="/admin/vouchers">{t("title")}</Link>
      </p>
      <VoucherCard voucher={voucher} />
      <WaitingNote waiting={waiting} />
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
          ...(lock === null
            ? []
            : [
                [
                  t("voucher.lock"),
                  t("voucher.lockedBy", { at: lock.at, by: lock.by ?? "–", reason: lock.reason }),
                ] as const,
              ]),
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
