import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption, Tokens } from "../../crypto/crypto.server.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { erase } from "../auth/deletion.server.ts";
import { isEmailTaken } from "../auth/email-change.server.ts";
import {
  findMailedToken,
  type LinkServices,
  mailLink,
  mailOtherOperators,
} from "../auth/mailed-tokens.server.ts";
import { isThereAnotherAdmin, lockOperators, makeOperator } from "../auth/operators.server.ts";
import { hashPassword, setPassword } from "../auth/passwords.server.ts";
import { type FactorSetup, findGivenSetup, takeStep } from "../auth/second-factor.server.ts";
import type { Jobs } from "../jobs.ts";
import { minor } from "../money/minor.ts";
import { OPERATOR_ROLES, type OperatorRole } from "../operator-roles.schema.ts";
import { requireOperator } from "../users/user.server.ts";
import { requestSecondOperator, type SecondOperatorRule, voidActs } from "./operator-acts.server.ts";

type Services = SecondOperatorRule & {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
};

export interface ListedOperator {
  id: string;
  email: string;
  role: OperatorRole;
  signed_in_at: Date | null;
  is_invited: boolean;
  link_until: Date | null;
  waiting: { id: string; role: string } | null;
}

export async function listOperators(db: Kysely<DB>, now: Date): Promise<ListedOperator[]> {
  const rows = await db
    .selectFrom("users as u")
    .leftJoin("operator_acts as a", (join) =>
      join
        .on("a.kind", "=", "OPERATOR_ROLE")
        .on("a.status", "=", "WAITING")
        .on("a.subject", "=", sql<string>`'operator:' || u.id`),
    )
    .select(["u.id", "u.email", "u.role", "a.id as act_id", sql<string>`a.params ->> 'role'`.as("wanted")])
    .select((eb) => [
      eb("u.password_hash", "is", null).$castTo<boolean>().as("is_invited"),
      eb
        .selectFrom("known_devices as d")
        .whereRef("d.user_id", "=", "u.id")
        .select((inner) => inner.fn.max("d.last_used_at").as("at"))
        .as("signed_in_at"),
      eb
        .selectFrom("mailed_tokens as t")
        .whereRef("t.user_id", "=", "u.id")
        .where("t.purpose", "in", ["operator", "password"])
        .where("t.expires_at", ">", now)
        .select((inner) => inner.fn.max("t.expires_at").as("at"))
        .as("link_until"),
    ])
    .where("u.role", "in", OPERATOR_ROLES)
    .where("u.deleted_at", "is", null)
    .orderBy("u.email")
    .execute();
  return rows.flatMap(({ act_id, wanted, role, ...row }) =>
    role === "CREATOR"
      ? []
      : [{ ...row, role, waiting: act_id === null ? null : { id: act_id, role: wanted } }],
  );
}

export interface WaitingInvitation {
  id: string;
  email: string;
  role: OperatorRole;
  act_id: string;
  maker: string;
  made_at: Date;
}

export async function listInvitations(db: Kysely<DB>): Promise<WaitingInvitation[]> {
  return await db
    .selectFrom("operator_invitations as i")
    .innerJoin("users as m", "m.id", "i.made_by")
    .innerJoin("operator_acts as a", (join) =>
      join
        .on("a.kind", "=", "OPERATOR_INVITED")
        .on("a.status", "=", "WAITING")
        .on("a.subject", "=", sql<string>`'operator_invitation:' || i.id`),
    )
    .select(["i.id", "i.email", "i.role", "i.made_at", "m.email as maker", "a.id as act_id"])
    .orderBy("i.made_at")
    .execute();
}

interface OperatorsAct {
  operator_id: string;
}

/** Another operator approves it. "email_taken": by any account. */
export async function inviteOperator(
  services: Services,
  given: OperatorsAct & { email: string; role: OperatorRole; locale: string | null },
): Promise<"waiting" | "email_taken" | "invited"> {
  const { operator_id, email, role, locale } = given;
  const now = services.clock();
  const id = services.newId();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "operators");
    if (await isEmailTaken(trx, email, now)) return "email_taken";
    const made = await trx
      .insertInto("operator_invitations")
      .values({ id, email, role, locale, made_by: operator_id, made_at: now })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) return "invited";
    await requestSecondOperator(trx, services, {
      ...{ kind: "OPERATOR_INVITED", subject: `operator_invitation:${id}`, operator_id, now },
      ...{ worth_eur_minor: minor(0), params: { invitation_id: id, role } },
    });
    return "waiting";
  });
}

/** The mailed link sets the password and shows the factor's key. "gone" when taken. */
export async function inviteApproved(
  trx: Transaction<DB>,
  services: Omit<Services, "db"> & { tokens: Tokens; encryption: Encryption },
  invitationId: string,
): Promise<"invited" | "gone"> {
  const now = services.clock();
  const invitation = await trx
    .deleteFrom("operator_invitations")
    .where("id", "=", invitationId)
    .returning(["id", "email", "role", "locale"])
    .executeTakeFirst();
  if (!invitation || (await isEmailTaken(trx, invitation.email, now))) return "gone";
  const { id: user_id, locale, email: recipient } = invitation;
  await makeOperator(trx, services, { ...invitation, password_hash: null, now });
  await mailLink(trx, services, { user_id, purpose: "operator", recipient, locale });
  return "invited";
}

/** Keeps nothing of a declined or withdrawn one. */
export async function forgetInvitation(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom("operator_invitations").where("id", "=", id).execute();
}

/** "gone" after its first use. */
export async function sendInvitationAgain(
  services: LinkServices,
  given: OperatorsAct & { user_id: string },
): Promise<"sent" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "operators");
    const user = await trx
      .selectFrom("users")
      .select(["id", "email", "locale", "role"])
      .where("id", "=", given.user_id)
      .where("role", "<>", "CREATOR")
      .where("deleted_at", "is", null)
      .where("password_hash", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) return "gone";
    const { id: user_id, email: recipient, locale } = user;
    await mailLink(trx, services, { user_id, purpose: "operator", recipient, locale });
    await writeAudit(trx, {
      ...{ actor_id: given.operator_id, action: "operator.link_sent", subject: `user:${user_id}` },
      ...{ before: null, after: { role: user.role }, now: services.clock() },
    });
    return "sent";
  });
}

/** Null if wrong, used or expired. */
export async function findInvited(
  services: { db: Kysely<DB>; clock: () => Date; encryption: Encryption },
  token: string,
  product: string,
): Promise<{ user_id: string; email: string; role: OperatorRole; setup: FactorSetup } | null> {
  const found = await findMailedToken(services.db, "operator", token, services.clock());
  if (!found) return null;
  const user = await services.db
    .selectFrom("users")
    .select(["id", "email", "role"])
    .where("id", "=", found.user_id)
    .where("password_hash", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const setup = user && (await findGivenSetup(services, { ...user, product }));
  const role = OPERATOR_ROLES.find((each) => each === user?.role);
  return user && role && setup ? { user_id: user.id, email: user.email, role, setup } : null;
}

/** Once. A wrong code leaves the link valid; "gone" for a wrong, used or expired link. */
export async function joinOperators(
  services: Omit<LinkServices, "tokens"> & { encryption: Encryption },
  given: { token: string; password: string; code: string },
): Promise<"joined" | "code_wrong" | "gone"> {
  const now = services.clock();
  const password_hash = await hashPassword(given.password);
  return await services.db.transaction().execute(async (trx) => {
    const found = await findMailedToken(trx, "operator", given.token, now);
    if (!found) return "gone";
    const user = await trx
      .selectFrom("users")
      .select(["id", "email"])
      .where("id", "=", found.user_id)
      .where("password_hash", "is", null)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user || !(await findMailedToken(trx, "operator", given.token, now))) return "gone";
    if (!(await takeStep(trx, services, user.id, given.code, true))) return "code_wrong";
    await trx.deleteFrom("mailed_tokens").where("user_id", "=", user.id).execute();
    await setPassword(trx, services, { user_id: user.id, password_hash, now, keep_session_id: null });
    await mailOtherOperators(trx, services, user, "joined");
    return "joined";
  });
}

/** Another operator approves it, not the one whose role it is. */
export async function requestRole(
  services: Services,
  given: OperatorsAct & { user_id: string; role: OperatorRole },
): Promise<"waiting" | "own" | "unchanged" | "other_waits" | "last_admin" | "gone"> {
  const { operator_id, user_id, role } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, operator_id, "operators");
    if (user_id === operator_id) return "own";
    const before = await lockOperator(trx, user_id);
    if (!before) return "gone";
    if (before.role === role) return "unchanged";
    if (before.role === "ADMIN" && !(await isThereAnotherAdmin(trx, user_id))) return "last_admin";
    const subject = `operator:${user_id}`;
    const waits = await trx
      .selectFrom("operator_acts")
      .select("id")
      .where("kind", "=", "OPERATOR_ROLE")
      .where("subject", "=", subject)
      .where("status", "=", "WAITING")
      .executeTakeFirst();
    if (waits) return "other_waits";
    await requestSecondOperator(trx, services, {
      ...{ kind: "OPERATOR_ROLE", subject, operator_id, now, worth_eur_minor: minor(0) },
      params: { account_id: user_id, role, before_role: before.role },
    });
    return "waiting";
  });
}

async function lockOperator(trx: Transaction<DB>, userId: string) {
  return await trx
    .selectFrom("users")
    .select(["id", "email", "role"])
    .where("id", "=", userId)
    .where("role", "<>", "CREATOR")
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Checks and logs; applies from the next request. The command line has no act. */
export async function changeRole(
  trx: Transaction<DB>,
  services: Pick<Services, "jobs" | "clock" | "newId">,
  given: { user_id: string; role: string; act_id: string | null; operator_id: string | null },
): Promise<"changed" | "gone"> {
  const { user_id, role, act_id, operator_id } = given;
  const { rows } = await sql<{ is_changed: boolean }>`
    select change_operator_role(${user_id}::uuid, ${role}::text, ${act_id}::uuid, ${operator_id}::uuid,
      ${services.clock()}::timestamptz) as is_changed`.execute(trx);
  if (!rows[0]?.is_changed) return "gone";
  const user = await lockOperator(trx, user_id);
  if (user) await mailOtherOperators(trx, services, user, "role");
  return "changed";
}

/** At once and alone, for emergencies. Sessions and personal data go, the log stays. */
export async function removeOperator(
  services: Services,
  given: OperatorsAct & { user_id: string; reason: string },
): Promise<"removed" | "own" | "last_admin" | "gone"> {
  const { operator_id, user_id, reason } = given;
  const now = services.clock();
  if (user_id === operator_id) return "own";
  return await services.db.transaction().execute(async (trx) => {
    await lockOperators(trx);
    await requireOperator(trx, operator_id, "operators");
    const user = await lockOperator(trx, user_id);
    if (!user) return "gone";
    if (user.role === "ADMIN" && !(await isThereAnotherAdmin(trx, user_id))) return "last_admin";
    await voidActs(trx, { kinds: ["OPERATOR_ROLE"], subjects: [`operator:${user_id}`], now });
    await mailOtherOperators(trx, services, user, "removed");
    await erase(trx, services.jobs, user_id, now);
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "operator.removed", subject: `user:${user_id}`, now },
      ...{ before: { role: user.role }, after: { reason } },
    });
    return "removed";
  });
}
