import { type Kysely, type RawBuilder, sql } from "kysely";
import { likePrefix } from "../../../db/like-prefix.ts";
import type { DB } from "../../../db/schema.ts";
import type { PaymentStatus } from "../payments/states.ts";
import { readPage } from "../read-page.server.ts";
import { cleanLine } from "../typed-text.schema.ts";
import { findSeries, type Series } from "./series-record.server.ts";

export type BegunSeries = Series & { status: Exclude<Series["status"], "BEGUN"> };

interface SeriesReceiver {
  creator_id: string | null;
  username: string | null;
  group_slug: string | null;
}

type ListedSeries = Pick<
  BegunSeries,
  "id" | "status" | "amount_minor" | "currency" | "sender_email" | "created_at" | "next_charge_on"
> &
  SeriesReceiver;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** By beginning of email, whole username or group name, or id. Newest first. */
export async function searchSeries(
  db: Kysely<DB>,
  search: { words: string; status: string | null; after: string | null },
): Promise<{ series: ListedSeries[]; next: string | null }> {
  let query = db
    .selectFrom("tip_series as s")
    .leftJoin("users as u", "u.id", "s.creator_id")
    .leftJoin("grouplists as g", "g.id", "s.grouplist_id")
    .select(["s.id", "s.status", "s.amount_minor", "s.currency", "s.sender_email", "s.created_at"])
    .select(["s.next_charge_on", "s.creator_id", "u.username", "g.slug as group_slug"])
    .where("s.status", "<>", "BEGUN")
    .$narrowType<{ status: BegunSeries["status"] }>();
  const words = cleanLine(search.words).toLowerCase();
  if (words !== "") query = query.where(sql<boolean>`s.id in (${found(words)})`);
  if (search.status !== null) query = query.where(sql<boolean>`s.status = ${search.status}`);
  const order = { table: "tip_series", as: "s", time: "created_at", direction: "desc" } as const;
  const { rows, next } = await readPage(query, order, search.after);
  return { series: rows, next };
}

function found(words: string): RawBuilder<unknown> {
  if (ID.test(words))
    return sql`
      select id from tip_series where id = ${words}::uuid
      union select t.series_id from payments p join tips t on t.id = p.tip_id
        where p.id = ${words}::uuid and t.series_id is not null`;
  const name = words.replace(/^(@|\/gl\/|\/)/, "");
  return sql`
    select id from tip_series where sender_email is not null and lower(sender_email) like ${likePrefix(words)}
    union select id from tip_series where creator_id in (select id from users where lower(username) = ${name})
    union select id from tip_series where grouplist_id in (select id from grouplists where slug = ${name})`;
}

export interface SeriesFacts {
  series: BegunSeries;
  receiver: SeriesReceiver;
  payments: {
    id: string;
    status: PaymentStatus;
    charged_minor: number;
    charged_currency: string;
    series_month: string | null;
    created_at: Date;
  }[];
  mails: { id: string; kind: string; status: string; created_at: Date }[];
}

export async function findSeriesFacts(db: Kysely<DB>, id: string): Promise<SeriesFacts | null> {
  const found = await findSeries(db, id);
  if (!found || !isBegun(found)) return null;
  const causes = `series:${id}:`;
  const [receiver, payments, mails] = await Promise.all([
    db
      .selectFrom("tip_series as s")
      .leftJoin("users as u", "u.id", "s.creator_id")
      .leftJoin("grouplists as g", "g.id", "s.grouplist_id")
      .select(["s.creator_id", "u.username", "g.slug as group_slug"])
      .where("s.id", "=", id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("payments as p")
      .innerJoin("tips as t", "t.id", "p.tip_id")
      .select(["p.id", "p.status", "p.charged_minor", "p.charged_currency", "t.series_month", "p.created_at"])
      .where("t.series_id", "=", id)
      .orderBy("p.created_at", "desc")
      .orderBy("p.id", "desc")
      .execute(),
    db
      .selectFrom("mail_outbox")
      .select(["id", "status", "created_at", sql<string>`split_part(dedupe_key, ':', 3)`.as("kind")])
      .where("template", "=", "series")
      .where("dedupe_key", "like", likePrefix(causes))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute(),
  ]);
  return { series: found, receiver, payments, mails };
}

function isBegun(series: Series): series is BegunSeries {
  return series.status !== "BEGUN";
}
