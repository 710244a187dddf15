import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type MailParams, queueMail } from "../../mail/mail.server.ts";
import type { GroupRow } from "./group.ts";
import type { GroupServices } from "./group-locks.server.ts";

type GroupNews = MailParams["grouplist_news"];

/**
 * Mails what happened in a group, in the transaction of its cause. A name that no operator has read goes to its owner
 * alone: nobody writes to others in our name.
 */
export async function mailGroupNews(
  trx: Transaction<DB>,
  services: Pick<GroupServices, "jobs" | "newId">,
  news: {
    kind: GroupNews["kind"];
    group: Pick<GroupRow, "id" | "slug" | "name" | "status">;
    /** Who reads it. */
    to: string;
    isOwner: boolean;
    /** The creator whom it is about, for the owner. */
    about?: string;
    reason?: string;
    /** What makes the news one of its kind: the same again is not sent again. */
    once: string;
    now: Date;
  },
): Promise<void> {
  const { group, to, about, once, now } = news;
  const reader = await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", to)
    .executeTakeFirstOrThrow();
  const person =
    about === undefined
      ? undefined
      : await trx.selectFrom("users").select("username").where("id", "=", about).executeTakeFirst();
  await queueMail(trx, services, {
    dedupe_key: `grouplist:${news.kind}:${once}`,
    template: "grouplist_news",
    locale: reader.locale,
    recipient: reader.email,
    user_id: to,
    params: {
      kind: news.kind,
      slug: group.slug,
      group: news.isOwner || group.status === "APPROVED" ? group.name : null,
      person: person?.username ?? null,
      reason: news.reason ?? null,
    },
    now,
  });
}

/** The owner of a group; undefined once they have left. */
export async function findOwnerId(trx: Transaction<DB>, groupId: string): Promise<string | undefined> {
  const owner = await trx
    .selectFrom("grouplist_users")
    .select("creator_id")
    .where("grouplist_id", "=", groupId)
    .where("status", "=", "OWNER")
    .executeTakeFirst();
  return owner?.creator_id;
}
