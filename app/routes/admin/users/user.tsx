import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { endSessionsOf, resetSecondFactor, unlockAccount } from "../../../domain/auth/operators.server.ts";
import { may } from "../../../domain/operator-rights.server.ts";
import { leftoverForm, lockedPayoutForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { giveUpLeft, payOutLocked } from "../../../domain/payouts/requests/withdrawals.server.ts";
import { addNote } from "../../../domain/support/notes.server.ts";
import { resendMail } from "../../../domain/support/resend.server.ts";
import { mailForm, noteForm } from "../../../domain/support/support.schema.ts";
import { moneyModelForm } from "../../../domain/users/money-model.schema.ts";
import { moveCreator } from "../../../domain/users/money-model.server.ts";
import { listStatusEvents } from "../../../domain/users/user.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { time } from "../../../ui/components/data-table.tsx";
import { ActCard } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, buttonWith, form, pageActs, withFreshCode, withinMails } from "../acts.server.ts";
import { connectedFacts } from "../connected-facts.server.ts";
import { askedOf, deskOf } from "../desk.server.ts";
import { LockCard, TableCard, WaitingNote } from "../page-parts.tsx";
import { loadAdminUser, loadDeletedUser, reasonText } from "../user.server.ts";
import {
  DeletedUser,
  MoneyModelCard,
  StatusChip,
  UserFacts,
  UserMoney,
  Username,
  VerificationHistory,
} from "../user-parts.tsx";
import type { Route } from "./+types/user";
import { shownSupport } from "./support.server.ts";
import { LetterCard, Notes, Timeline } from "./support-parts.tsx";

const DONE = [
  ...(["locked", "unlocked", "reset", "signed_out", "gone", "requested", "refused", "given_up"] as const),
  ...(["noted", "sent_again", "deleted", "moved", "not_ready"] as const),
] as const;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const acts = {
    content: may(viewer.role, "content"),
    money: may(viewer.role, "money"),
    operators: may(viewer.role, "operators"),
    sessions: may(viewer.role, "sessions"),
    payments: may(viewer.role, "payments"),
    support: may(viewer.role, "support"),
  };
  const deleted = await loadDeletedUser(context, params.id);
  const { db, t, stamp } = deskOf(context);
  const done = askedOf(url.searchParams, "done", DONE);
  if (deleted)
    return {
      ...deleted,
      ...(acts.money ? {} : { money: [], keptUrl: null, statementsUrl: null }),
      done: done ? t(`admin:user.done.${done}`) : null,
      isDeleted: true as const,
    };
  const facts = await loadAdminUser(context, params.id);
  const events = await listStatusEvents(db, facts.user.id);
  return {
    support: await shownSupport(context, facts.user, { query: url.searchParams, acts }),
    ...facts,
    connected: await connectedFacts(context, facts.user, viewer.role),
    acts,
    isDeleted: false as const,
    isSelf: facts.user.id === viewer.id,
    title: facts.user.name ?? facts.user.email,
    done: done ? t(`admin:user.done.${done}`) : null,
    events: events.map((event) => ({
      ...event,
      at: stamp(event.at),
      reason: reasonText(getI18n(context), event.reason),
    })),
  };
}

const backTo = (id: string, done: string) => redirect(`/admin/users/${id}?done=${done}`, 303);

export const action = pageActs({
  // For emergencies: requires no code.
  end_sessions: button(async ({ services, id, operator_id }) =>
    backTo(id, await endSessionsOf(services, { user_id: id, operator_id })),
  ),
  note: form(noteForm, async ({ services, id, operator_id }, { words }) =>
    backTo(id, await addNote(services, { user_id: id, operator_id, words })),
  ),
  send_again: withinMails(
    buttonWith(mailForm, async ({ services, id, operator_id }, { mail: mail_id }) =>
      backTo(id, await resendMail(services, { user_id: id, mail_id, operator_id })),
    ),
  ),
  unlock: button(async ({ services, id, operator_id }) =>
    backTo(id, await unlockAccount(services, { user_id: id, operator_id })),
  ),
  reset_factor: withFreshCode(
    button(async ({ services, id, operator_id }) =>
      backTo(id, await resetSecondFactor(services, { user_id: id, operator_id })),
    ),
  ),
  pay_out: withFreshCode(
    buttonWith(lockedPayoutForm, async ({ services, id, operator_id }, fields) => {
      const { outcome } = await payOutLocked(services, { user_id: id, operator_id, ...fields });
      return backTo(id, outcome);
    }),
  ),
  money_model: withFreshCode(
    buttonWith(moneyModelForm, async ({ services, id, operator_id }, { money_model }) =>
      backTo(id, await moveCreator(services, { user_id: id, operator_id, money_model })),
    ),
  ),
  give_up: withFreshCode(
    form(leftoverForm, async ({ services, id, operator_id }, fields) =>
      backTo(id, await giveUpLeft(services, { user_id: id, operator_id, ...fields })),
    ),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function User({ loaderData }: Route.ComponentProps) {
  return loaderData.isDeleted ? <DeletedUser {...loaderData} /> : <PresentUser facts={loaderData} />;
}

const PUBLIC = ["ACTIVE", "CHARGEBACK"];

function PresentUser({
  facts,
}: {
  facts: Extract<Route.ComponentProps["loaderData"], { isDeleted: false }>;
}) {
  const { t } = useTranslation("admin");
  const { t: pages } = useTranslation("creatorPages");
  const { user, links, money, events, cases, views, acts, done, support } = facts;
  const isCreator = user.role === "CREATOR";
  return (
    <AdminPage title={facts.title} done={done}>
      <div className="page-links">
        {isCreator ? <StatusChip status={user.status} /> : <span>{t("users.operator")}</span>}
        <Username username={user.username} isPublic={PUBLIC.includes(user.status)} />
        {isCreator && acts.content ? (
          <>
            <Link to={`/admin/reviews/verifications/${user.id}`}>{t("user.verification")}</Link>
            <Link to={`/admin/users/${user.id}/page`}>{pages("page.link")}</Link>
          </>
        ) : null}
      </div>
      <UserFacts user={user} links={links} connected={facts.connected} />
      <TableCard
        title={t("history.statuses")}
        columns={[t("history.to"), t("history.from"), t("history.reason"), time(t("history.at"))]}
        empty={t("history.noStatuses")}
        rows={events.map((event) => ({
          key: String(event.id),
          cells: [
            <StatusChip key="to" status={event.to_status} />,
            t(`status.${event.from_status}`),
            event.reason,
            event.at,
          ],
        }))}
      />
      {acts.support ? <Notes notes={support.notes} next={support.nextNotes} /> : null}
      {acts.payments ? (
        <Timeline entries={support.entries} next={support.nextEntries} maySend={acts.support} />
      ) : null}
      <WaitingNote waiting={facts.waiting} isReadOnly={!acts.money} />
      {isCreator ? <UserMoney money={money} mayPay={acts.money} /> : null}
      {facts.model && acts.money ? <MoneyModelCard {...facts.model} /> : null}
      {isCreator ? <VerificationHistory cases={cases} views={views} /> : null}
      {facts.isSelf || !(isCreator ? acts.sessions : acts.operators) ? null : (
        <ActCard
          title={t("signOut.title")}
          text={t("signOut.text")}
          button={t("signOut.go")}
          intent="end_sessions"
        />
      )}
      {isCreator && user.has_second_factor && acts.operators ? (
        <ActCard
          title={t("factor.title")}
          text={t("factor.text")}
          button={t("factor.go")}
          intent="reset_factor"
        />
      ) : null}
      {isCreator && user.status === "LOCKED" && acts.content ? (
        <ActCard title={t("unlock.title")} text={t("unlock.text")} button={t("unlock.go")} intent="unlock" />
      ) : null}
      {isCreator && acts.content && user.status !== "LOCKED" && user.username !== null ? (
        <LockCard userId={user.id} />
      ) : null}
      {isCreator && acts.support ? <LetterCard userId={user.id} /> : null}
    </AdminPage>
  );
}
