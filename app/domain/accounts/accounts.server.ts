import type { Insertable, Kysely, Transaction } from "kysely";
import type { DB, Users } from "../../../db/schema.ts";
import type { Locale } from "../money/minor.ts";
import type { SocialNetwork } from "./social-networks.ts";

export { type Account, findAccount, setLocale } from "./account.server.ts";
export { type ApiTokens, openApiSession, refreshApiTokens } from "./api-tokens.server.ts";
export { type Asker, lockAsker, StaleAsker } from "./asker.server.ts";
export {
  deleteAccount,
  findEmailUndoEnd,
  findMoneyLeft,
  type MoneyLeft,
  requestDeletion,
} from "./deletion.server.ts";
export {
  countByStatus,
  findDeletion,
  findUserForOperator,
  type ListedUser,
  listStatusEvents,
  searchUsers,
} from "./directory.server.ts";
export { confirmEmailChange, requestEmailChange } from "./email-change.server.ts";
export { findEmailUndo, undoEmailChange } from "./email-undo.server.ts";
export {
  type FeaturedCreator,
  featureCreator,
  listFlagged,
  searchPublicCreators,
  unfeatureCreator,
} from "./featured.server.ts";
export { findKeptForm, keepForm } from "./kept-forms.server.ts";
export {
  findKnownDevice,
  findKnownPlace,
  type KnownPlace,
  rememberDevice,
  rememberNetwork,
} from "./known-devices.server.ts";
export { findMailedToken } from "./mailed-tokens.server.ts";
export {
  createOperator,
  DECLINED_TOO_OFTEN,
  lockAccount,
  lockByOperator,
  type NewOperator,
  requireOperator,
  resetSecondFactor,
  unlockAccount,
} from "./operators.server.ts";
export {
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendPasswordReset,
} from "./password-change.server.ts";
export { hashPassword, isCommonPassword } from "./passwords.server.ts";
export {
  findPendingRegistration,
  keepRegistration,
  type PendingRegistration,
} from "./pending-registration.server.ts";
export { findProfile, type ProfileItem, type ProfilePicture, type PublicProfile } from "./profile.server.ts";
export {
  type ProfileFields,
  type ProfilePictureKind,
  removeProfilePicture,
  replaceProfilePicture,
  saveProfile,
  setProfilePicture,
  storeProfilePicture,
} from "./profile-edit.server.ts";
export {
  completeProfile,
  confirmRegistration,
  decideTerms,
  type Resent,
  register,
  resendRegistrationMail,
} from "./registration.server.ts";
export {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  currentCode,
  type FactorSetup,
  findSecondFactor,
  findSetup,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  revealSecret,
} from "./second-factor.server.ts";
export {
  endSession,
  endSessionOfToken,
  endSessions,
  type FoundViewer,
  findApiViewer,
  findUserForSession,
  findViewer,
  type ListedSession,
  listSessions,
  openSession,
  StalePassword,
} from "./sessions.server.ts";
export {
  type EmailNotifications,
  listSocialLinks,
  saveSettings,
  saveSocialLinks,
  setCurrency,
  setRanking,
} from "./settings.server.ts";
export {
  addTestimonial,
  listFeatured,
  listNewCreators,
  listTestimonials,
  type ShownCreator,
  type Testimonial,
} from "./showcase.server.ts";
export {
  beginSecondStep,
  checkOwnPassword,
  checkPassword,
  endSecondStep,
  findSecondStep,
  type PasswordCheck,
} from "./sign-in.server.ts";
export { findRenamed, isUsernameFree } from "./usernames.server.ts";
export {
  type Checklist,
  checklistOf,
  hasFullAccess,
  type Needs,
  needsOf,
  type Stage,
  stageOf,
  type Viewer,
} from "./viewer.ts";

/** Account states (specification, section 4). */
export type AccountStatus = "CREATED" | "PENDING" | "ACTIVE" | "DECLINED" | "LOCKED" | "CHARGEBACK";

/** Who can receive tips, and whose profile is public: ACTIVE, and CHARGEBACK while a debt is worked off. */
export const RECEIVING_STATUSES = ["ACTIVE", "CHARGEBACK"] as const satisfies readonly AccountStatus[];

const NEXT_STATUSES: Record<AccountStatus, readonly AccountStatus[]> = {
  CREATED: ["PENDING", "LOCKED"],
  PENDING: ["ACTIVE", "DECLINED", "LOCKED"],
  DECLINED: ["PENDING", "LOCKED"],
  ACTIVE: ["CHARGEBACK", "LOCKED"],
  CHARGEBACK: ["ACTIVE", "LOCKED"],
  LOCKED: ["ACTIVE", "PENDING", "CHARGEBACK", "DECLINED", "CREATED"],
};

export function canReceive(status: string): boolean {
  return RECEIVING_STATUSES.some((receiving) => receiving === status);
}

export type NewAccount = Pick<Insertable<Users>, "email" | "name" | "username" | "currency" | "locale"> &
  Partial<Omit<Insertable<Users>, "id" | "status" | "created_at" | "updated_at">>;

/** Writes a new account; its status is CREATED. Throws on a taken email or username (unique, case-insensitive). */
export async function createAccount(
  db: Kysely<DB>,
  account: NewAccount & { id: string; now: Date },
): Promise<void> {
  const { now, ...fields } = account;
  await db
    .insertInto("users")
    .values({ ...fields, created_at: now, updated_at: now })
    .execute();
}

/**
 * The one door through which an account's status changes; each change is kept with its reason. A step that the
 * product does not know is a bug and throws. The same status again changes nothing.
 */
export async function setStatus(
  trx: Transaction<DB>,
  userId: string,
  status: AccountStatus,
  reason: string,
  now: Date,
): Promise<void> {
  const user = await trx
    .selectFrom("users")
    .select("status")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const from = user.status as AccountStatus;
  if (from === status) return;
  if (!NEXT_STATUSES[from].includes(status))
    throw new Error(`an account does not go from ${from} to ${status}`);
  await trx.updateTable("users").set({ status, updated_at: now }).where("id", "=", userId).execute();
  await trx
    .insertInto("account_status_events")
    .values({ user_id: userId, from_status: from, to_status: status, reason, at: now })
    .execute();
}

/** Why the account has its present status, in the words that were put down with the change; null when it never changed. */
export async function findStatusReason(db: Kysely<DB>, userId: string): Promise<string | null> {
  const event = await db
    .selectFrom("account_status_events")
    .select("reason")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return event?.reason ?? null;
}

/** The operator of this email, if there is one. */
export async function findOperator(db: Kysely<DB>, email: string): Promise<{ id: string } | null> {
  const operator = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "ADMIN")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return operator ?? null;
}

/** Replaces a creator's social links; what is missing from the list is removed. */
export async function setSocialLinks(
  trx: Transaction<DB>,
  userId: string,
  links: readonly { network: SocialNetwork; handle: string; is_visible: boolean }[],
): Promise<void> {
  await trx.deleteFrom("social_links").where("user_id", "=", userId).execute();
  if (links.length > 0) {
    await trx
      .insertInto("social_links")
      .values(links.map((link) => ({ ...link, user_id: userId })))
      .execute();
  }
}

/** What the tip flow must know of the creator behind a draft or a payment. */
export interface Receiver {
  id: string;
  username: string;
  name: string;
  status: AccountStatus;
  currency: string;
  locale: Locale | null;
  default_price_per_message_minor: number | null;
}

/** The creators with these ids who can receive at this moment, in no order. */
export async function findReceivers(db: Kysely<DB>, ids: readonly string[]): Promise<Receiver[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "username", "name", "status", "currency", "locale", "default_price_per_message_minor"])
    .where("id", "in", [...ids])
    .where("status", "in", [...RECEIVING_STATUSES])
    .execute();
  return rows.flatMap((row) =>
    row.username === null
      ? []
      : [
          {
            ...row,
            username: row.username,
            name: row.name ?? row.username,
            status: row.status as AccountStatus,
            locale: row.locale as Locale | null,
          },
        ],
  );
}
