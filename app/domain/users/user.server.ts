import type { Kysely } from "kysely";
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
  db
    .selectFrom("users")
    .select([
      latestNewTipId("users.id").as("latest_new_tip_id"),
      "id",
      "email",
      "role",
      "name",
      "username",
      "firstname",
      "lastname",
      "country_id",
      "company",
      "eu_ust_id",
      "address",
      "zipcode",
      "city",
      "date_of_birth",
      "status",
      "email_verified_at",
      "verification_terms_accepted_at",
      "verification_terms_declined_at",
      "avatar_id",
      "header_id",
      "currency",
      "ranking_enabled_at",
      "payout_type_id",
      "payout_method",
      "min_payout_minor",
      "default_price_per_message_minor",
      "show_online_status",
      "email_notifications",
      "email_notifications_chosen_at",
      "locale",
    ])
    .where("id", "=", given("id")),
);

/** Keeps the language that a signed-in user has chosen; mails come in it too. */
export async function setLocale(db: Kysely<DB>, userId: string, locale: Locale, now: Date): Promise<void> {
  await db.updateTable("users").set({ locale, updated_at: now }).where("id", "=", userId).execute();
}
