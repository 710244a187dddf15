import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { listAudit } from "../../../domain/audit/audit.server.ts";
import { formatDay, formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { findVoucherFacts, lastDayOf, type VoucherFacts } from "../../../domain/vouchers/vouchers.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { AuditTable } from "../../../ui/components/audit-table.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/long-text.tsx";
import { SecondLink } from "../../../ui/components/main-button.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { shownAudit } from "../audit.server.ts";
import { askedOf } from "../lists.server.ts";
import { waitingAbout } from "../waiting-approvals.server.ts";
import { WaitingNote } from "../waiting-note.tsx";
import type { Route } from "./+types/voucher";
import { VOUCHER_DONE } from "./voucher-outcomes.ts";
import { ButtonCard, RedemptionList, VoucherState } from "./voucher-parts.tsx";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** One voucher: what it is, who paid and who redeemed it, what operators did, and what they can do. Never its code. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const facts = isId(params.id) ? await findVoucherFacts(db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  // A refund stands in the log under the payment that it gave back.
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
    audit: await shownAudit(db, entries, locale),
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

export default function Voucher({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("adminVouchers");
  const refused = useRefusal();
  const { voucher, acts, waiting } = loaderData;
  const address = `/admin/vouchers/${voucher.id}`;
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>
        <a href="/admin/vouchers">{t("title")}</a>
      </p>
      <VoucherCard voucher={voucher} />
      <WaitingNote waiting={waiting} />
      <RedemptionList redemptions={voucher.redemptions} />
      {acts.canUnlock ? (
        <ButtonCard
          {...{ title: t("unlock.title"), text: t("unlock.text"), button: t("unlock.go") }}
          action={`${address}/lock/removal`}
        />
      ) : null}
      {acts.canMail ? (
        <ButtonCard
          {...{ title: t("mail.title"), text: t("mail.text"), button: t("mail.go") }}
          action={`${address}/mail`}
        />
      ) : null}
      {acts.canLock ? (
        <ReasonForm
          id="lock"
          action={`${address}/lock`}
          {...{ title: t("lock.title"), text: t("lock.text"), help: t("lock.help"), button: t("lock.go") }}
          lastResult={refused}
        />
      ) : null}
      {acts.canRefund && waiting.length === 0 ? (
        <div className="actions">
          <SecondLink href={`${address}/refund`}>{t("refund.open")}</SecondLink>
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
  const { t } = useTexts("adminVouchers");
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
                <a key={payment.id} href={`/admin/payments/${payment.id}`}>
                  <ShortId id={payment.id} /> {payment.charged}
                </a>,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}
