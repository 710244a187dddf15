import type { Kysely } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import type { Locale } from "../money/minor.ts";
import { latestNewTipId } from "./latest-new-tip.server.ts";

/** A user's own data, all that their pages and the API show of it; never the password's hash. */
export type Account = Awaited<ReturnType<typeof accountById>>[number];

/** The account of a signed-in user; throws when there is none. Polled, so it is a hot query. */
export async function findAccount(db: Kysely<DB>, userId: string): Promise<Account> {
  const [account] = await accountById(db, { id: userId });
  if (!account) throw new Error("a signed-in user has an account");
  return account;
}

const accountById = hotQuery("account-by-id", { id: parameter<string>() }, (db, given) =>
  accountRows(db).where("u.id", "=", given("id")),
);

function accountRows(db: Kysely<DB>) {
  return db
    .selectFrom("users as u")
    .select([
      latestNewTipId("u.id").as("latest_new_tip_id"),
      "u.id",
      "u.email",
      "u.role",
      "u.name",
      "u.username",
      "u.firstname",
      "u.lastname",
      "u.country_id",
      "u.company",
      "u.eu_ust_id",
      "u.address",
      "u.zipcode",
      "u.city",
      "u.date_of_birth",
      "u.status",
      "u.email_verified_at",
      "u.verification_terms_accepted_at",
      "u.verification_terms_declined_at",
      "u.avatar_id",
      "u.header_id",
      "u.currency",
      "u.ranking_enabled_at",
      "u.payout_type_id",
      "u.payout_method",
      "u.min_payout_minor",
      "u.default_price_per_message_minor",
      "u.show_online_status",
      "u.paused_at",
      "u.email_notifications",
      "u.email_notifications_chosen_at",
      "u.locale",
    ]);
}

/** The account with its social links: all that the API tells users of themselves. */
export type OwnData = Awaited<ReturnType<typeof ownDataById>>[number];

/** The own data of a signed-in user, by one statement; throws when there is no such account. */
export async function findOwnData(db: Kysely<DB>, userId: string): Promise<OwnData> {
  const [own] = await ownDataById(db, { id: userId });
  if (!own) throw new Error("a signed-in user has an account");
  return own;
}

const ownDataById = hotQuery("own-data-by-id", { id: parameter<string>() }, (db, given) =>
  ownDataRows(db).where("u.id", "=", given("id")),
);

/** The rows of own data, for queries that find their user in another way; `u` is the user. */
export function ownDataRows(db: Kysely<DB>) {
  return accountRows(db).select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom("social_links as l")
        .select(["l.network", "l.handle", "l.is_visible"])
        .whereRef("l.user_id", "=", "u.id"),
    ).as("links"),
  );
}

/** Keeps the language that a signed-in user has chosen; mails come in it too. */
export async function setLocale(db: Kysely<DB>, userId: string, locale: Locale, now: Date): Promise<void> {
  await db.updateTable("users").set({ locale, updated_at: now }).where("id", "=", userId).execute();
}
