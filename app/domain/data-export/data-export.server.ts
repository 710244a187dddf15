import { type AsyncZippable, strToU8, zip } from "fflate";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { listApiKeys } from "../auth/api-keys.server.ts";
import { listSessions } from "../auth/sessions.server.ts";
import { createConcurrencyLimit } from "../concurrency.server.ts";
import { findConnectedAccount } from "../connected-accounts/connected-accounts.server.ts";
import { listWebhooks } from "../creator-events/endpoints.server.ts";
import { readDocument, readImage } from "../media/media.server.ts";
import type { Media } from "../media/media-port.ts";
import { tipIsHidden } from "../moderation/review-queue.server.ts";
import { findOverlay } from "../overlay/overlays.server.ts";
import { listSupporters } from "../series/supporters.server.ts";
import { listSocialLinks } from "../users/settings.server.ts";
import { findAccount } from "../users/user.server.ts";
import { listDocuments } from "../verification/creator-documents.server.ts";

/** A ZIP of JSON and pictures; of fans only what creators may see (docs/product.md, 6.9). */
export async function exportAccount(
  services: { db: Kysely<DB>; media: Media; encryption: Encryption },
  userId: string,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  return await exportLimit(() => collect(services, userId, now));
}

async function readOverlay(db: Kysely<DB>, userId: string) {
  const overlay = await findOverlay(db, userId);
  if (!overlay) return null;
  const { key_id: _, ...settings } = overlay;
  return settings;
}

/** Each holds all files in memory. */
const exportLimit = createConcurrencyLimit({ name: "exports", atOnce: 1, waiting: 10 });

async function packed(files: Record<string, Uint8Array>, mtime: Date): Promise<Uint8Array<ArrayBuffer>> {
  const entries: AsyncZippable = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, [bytes, { level: name.endsWith(".json") ? 6 : 0 }]]),
  );
  return await new Promise((resolve, reject) => {
    zip(entries, { mtime }, (error, bytes) => (error ? reject(error) : resolve(new Uint8Array(bytes))));
  });
}

async function collect(
  services: { db: Kysely<DB>; media: Media; encryption: Encryption },
  userId: string,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { db } = services;
  const account = await findAccount(db, userId);
  const items = await db
    .selectFrom("tribute_items")
    .select(["id", "name", "amount_minor", "currency", "status", "image_id", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("position")
    .execute();
  const tips = await sql<Record<string, unknown>>`
    select t.id, item_name, g.slug as grouplist, g.name as grouplist_name, t.currency, amount_minor, t.status, paid_at, read_at, show_on_page, off_page_at,
      case when not hidden then sender_name end as sender_name,
      case when not hidden and share_email then sender_email end as sender_email,
      case when not hidden and activated_at is not null then message end as message,
      case when not hidden and activated_at is not null then image_id end as image_id
    from tips t left join grouplists g on g.id = t.grouplist_id cross join lateral (select ${tipIsHidden} as hidden) h
    where creator_id = ${userId}::uuid and paid_at is not null order by paid_at, t.id`.execute(db);
  const files: Record<string, Uint8Array> = {};
  const json = (name: string, value: unknown) => {
    files[`${name}.json`] = strToU8(JSON.stringify(value, null, 2));
  };
  json("account", { ...account, ...(await readTermsAndModel(db, userId)) });
  json("social-media", await listSocialLinks(db, userId));
  json("sessions", await listSessions(db, userId, now));
  json("api-keys", await listApiKeys(db, userId, now));
  json("webhooks", await listWebhooks(db, userId));
  json("connected-account", await readConnected(db, userId));
  json("items", items);
  json("page", await readPage(db, userId));
  json("tips", tips.rows);
  json("overlay", await readOverlay(db, userId));
  for (const [name, rows] of Object.entries(await readHistory(db, userId))) json(name, rows);
  for (const document of await listDocuments(db, userId)) {
    const bytes = await readDocument(services, document.id);
    const ending = document.content_type === "application/pdf" ? "pdf" : "webp";
    if (bytes) files[`documents/${document.kind}.${ending}`] = new Uint8Array(bytes);
  }
  const groups = await db
    .selectFrom("media_files")
    .select("id")
    .where("owner_id", "=", userId)
    .where("key", "=", "GROUPLIST_AVATAR")
    .execute();
  const pictures = [account.avatar_id, account.header_id, ...items.map((item) => item.image_id)];
  pictures.push(...groups.map(({ id }) => id));
  for (const id of pictures.filter((each) => each !== null)) {
    const bytes = await readImage(services, id, "m", { includePrivate: true });
    if (bytes) files[`pictures/${id}.webp`] = new Uint8Array(bytes);
  }
  return await packed(files, now);
}

async function readConnected(db: Kysely<DB>, userId: string) {
  const account = await findConnectedAccount(db, userId);
  if (!account) return null;
  const payouts = await db
    .selectFrom("connected_payouts")
    .select(["payout_ref", "currency", "amount_minor", "state", "arrives_on", "failure_code", "updated_at"])
    .where("user_id", "=", userId)
    .orderBy("updated_at")
    .execute();
  const { user_id: _, ...facts } = account;
  return { ...facts, payouts };
}

async function readTermsAndModel(db: Kysely<DB>, userId: string) {
  return await db
    .selectFrom("users")
    .select(["accepted_terms_version", "terms_accepted_at", "money_model"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

async function readPage(db: Kysely<DB>, userId: string) {
  const page = await db
    .selectFrom("users")
    .select(["about", "goal_title", "goal_minor", "goal_currency", "goal_from", "goal_is_monthly"])
    .select("show_supporters")
    .select(["tip_amounts_minor", "tip_amounts_currency", "marked_amount_minor", "marks_often_chosen"])
    .select(["only_items", "thank_you_text"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const reviewed = await db
    .selectFrom("profile_words")
    .select(["kind", "words", "amount_minor", "currency", "goal_from", "status", "decline_reason"])
    .select("goal_is_monthly")
    .select(["created_at", "reviewed_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return { ...page, reviewed };
}

type Section = Record<string, object[]>;

async function readHistory(db: Kysely<DB>, userId: string): Promise<Section> {
  return {
    ...(await readStatusAndReplies(db, userId)),
    ...(await readNetworks(db, userId)),
    ...(await readLogins(db, userId)),
    ...(await readVerification(db, userId)),
    ...(await readContentCases(db, userId)),
    ...(await readGroups(db, userId)),
    ...(await readMoney(db, userId)),
  };
}

async function readStatusAndReplies(db: Kysely<DB>, userId: string): Promise<Section> {
  return {
    "status-history": await db
      .selectFrom("account_status_events")
      .select(["from_status", "to_status", "reason", "at"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    // Art. 15 GDPR covers notes about a person, not which operator wrote them.
    "support-notes": await db
      .selectFrom("support_notes")
      .select(["words", "written_at"])
      .where("user_id", "=", userId)
      .orderBy("written_at")
      .orderBy("id")
      .execute(),
    "thank-yous": await db
      .selectFrom("tip_replies as r")
      .innerJoin("tips as t", "t.id", "r.tip_id")
      .select(["r.tip_id", "r.message", "r.created_at"])
      .where("t.creator_id", "=", userId)
      .orderBy("r.created_at")
      .execute(),
    "monthly-thanks": await db
      .selectFrom("monthly_thanks")
      .select(["month", "message", "mails_count", "created_at"])
      .where("creator_id", "=", userId)
      .orderBy("month")
      .execute(),
    "monthly-tips": await readMonthlyTips(db, userId),
    "refund-requests": await db
      .selectFrom("refund_requests as r")
      .innerJoin("tips as t", "t.id", "r.tip_id")
      .select(["r.tip_id", "r.reason", "r.status", "r.asked_at", "r.answer", "r.answered_at"])
      .where("t.creator_id", "=", userId)
      .orderBy("r.asked_at")
      .execute(),
  };
}

async function readMonthlyTips(db: Kysely<DB>, userId: string) {
  const rows: object[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listSupporters>> = await listSupporters(db, userId, after);
    rows.push(...page.supporters);
    after = page.next;
  } while (after !== null);
  return rows;
}

async function readNetworks(db: Kysely<DB>, userId: string): Promise<Section> {
  return {
    "linked-networks": await db
      .selectFrom("microblog_links")
      .select(["network", "handle", "linked_at", "failed_at"])
      .where("user_id", "=", userId)
      .orderBy("linked_at")
      .execute(),
    "linked-chat-account": await db
      .selectFrom("chat_links")
      .select(["chat_user_id", "chat_name", "linked_at"])
      .where("user_id", "=", userId)
      .execute(),
    "posts-settings": await db
      .selectFrom("microblog_settings")
      .select(["network", "on_new_tip", "show_amount", "tip_frequency", "advert_frequency", "on_achievement"])
      .where("user_id", "=", userId)
      .execute(),
    posts: await db
      .selectFrom("microblog_posts")
      .select(["network", "text", "status", "created_at", "ended_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
  };
}

async function readLogins(db: Kysely<DB>, userId: string): Promise<Section> {
  return {
    devices: await db
      .selectFrom("known_devices")
      .select(["created_at", "last_used_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    passkeys: await db
      .selectFrom("passkeys")
      .select(["name", "created_at", "last_used_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    "email-changes": await db
      .selectFrom("email_changes")
      .select(["old_email", "new_email", "changed_at", "undo_until"])
      .where("user_id", "=", userId)
      .orderBy("changed_at")
      .execute(),
  };
}

async function readVerification(db: Kysely<DB>, userId: string): Promise<Section> {
  return {
    verifications: await db
      .selectFrom("verification_cases")
      .select(["submitted_at", "decision", "reasons", "decided_at"])
      .where("user_id", "=", userId)
      .orderBy("submitted_at")
      .execute(),
    "payout-data": await db
      .selectFrom("payout_destinations")
      .select(["status", "masked_account", "created_at", "confirmed_at", "decided_at", "decline_reason"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    "tax-details": await db
      .selectFrom("seller_tax_details")
      .select(["kind", "masked_tin", "changed_at"])
      .where("user_id", "=", userId)
      .execute(),
    "sales-report": await db
      .selectFrom("seller_notices")
      .select(["year", "state", "activities", "credited_minor", "judged_at", "mails_count", "mailed_at"])
      .where("creator_id", "=", userId)
      .orderBy("year")
      .execute(),
  };
}

async function readContentCases(db: Kysely<DB>, userId: string): Promise<Section> {
  return {
    // Without the reporter's words and unanswered notices.
    "content-cases": await db
      .selectFrom("content_cases as c")
      .innerJoin("content_decisions as d", "d.case_id", "c.id")
      .leftJoin("content_complaints as o", (join) =>
        join.onRef("o.id", "=", "d.complaint_id").on("o.side", "=", "CREATOR"),
      )
      .select(["c.number", "c.target", "c.reason", "d.decision", "d.reasons", "d.decided_at"])
      .select("o.text as complaint")
      .where("c.creator_id", "=", userId)
      .where(sql<boolean>`exists (
        select from content_decisions done where done.case_id = c.id and done.decision <> 'NO_ACTION')`)
      .orderBy("d.decided_at")
      .execute(),
    "content-complaints": await db
      .selectFrom("content_complaints as o")
      .innerJoin("content_cases as c", "c.id", "o.case_id")
      .select([sql<number>`c.number::int`.as("number"), "o.text", "o.made_at"])
      .where("c.creator_id", "=", userId)
      .where("o.side", "=", "CREATOR")
      .orderBy("o.made_at")
      .execute(),
  };
}

async function readGroups(db: Kysely<DB>, userId: string): Promise<Section> {
  return {
    grouplists: await db
      .selectFrom("grouplist_users as m")
      .innerJoin("grouplists as g", "g.id", "m.grouplist_id")
      .select(["g.slug", "m.status as role", "m.asked_at", "m.joined_at", "g.currency"])
      .select([
        sql<string | null>`case when g.status = 'APPROVED' or m.status <> 'PENDING' then g.name end`.as(
          "name",
        ),
        sql<string | null>`case when m.status = 'OWNER' then g.status end`.as("status"),
        sql<string | null>`case when m.status = 'OWNER' then g.new_name end`.as("new_name"),
        sql<string | null>`case when m.status = 'OWNER' then g.decline_reason end`.as("decline_reason"),
      ])
      .select(["g.created_at", "g.archived_at"])
      .where("m.creator_id", "=", userId)
      .orderBy("m.asked_at")
      .execute(),
  };
}

async function readMoney(db: Kysely<DB>, userId: string): Promise<Section> {
  return {
    "voucher-redemptions": await db
      .selectFrom("voucher_redemptions")
      .select(["amount_minor", "currency", "rate", "rate_date", "status", "return_reason"])
      .select(["asked_at", "ended_at", "tip_id"])
      .where("creator_id", "=", userId)
      .orderBy("asked_at")
      .execute(),
    "vat-id-checks": await db
      .selectFrom("vat_id_checks")
      .select(["vat_id", "state", "request_identifier", "name", "address", "asked_at", "checked_at"])
      .where("creator_id", "=", userId)
      .orderBy("id")
      .execute(),
    "debt-set-offs": await db
      .selectFrom("debt_set_offs")
      .select([
        "from_currency",
        "from_minor",
        "debt_currency",
        "debt_minor",
        "rate",
        "rate_date",
        "set_off_at",
      ])
      .where("creator_id", "=", userId)
      .orderBy("set_off_at")
      .execute(),
    payouts: await db
      .selectFrom("payouts")
      .select(["currency", "amount_minor", "fee_minor", "net_minor", "status", "requested_at", "paid_at"])
      .where("creator_id", "=", userId)
      .orderBy("requested_at")
      .execute(),
  };
}
