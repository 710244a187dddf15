import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type Locale, localeOf, type Minor, minor } from "../money/minor.ts";
import type { Overlay } from "./overlays.server.ts";

/** Of the tip `t`, the alert `a` and the overlay `o`. */
export interface AlertWords {
  currency: string;
  amount_minor: Minor;
  sender_name: string | null;
  item_name: string | null;
  message: string | null;
  has_image: boolean;
}

interface WaitingAlert {
  id: string;
  turn: number;
  /** Null for a test. */
  words: AlertWords | null;
}

/** What an overlay's sources show now. */
export interface Screen extends Pick<Overlay, "design" | "accent" | "shown_seconds" | "sound" | "own_css"> {
  user_id: string;
  key_id: string;
  lead_id: string | null;
  is_paused: boolean;
  sound_at: Date | null;
  locale: Locale;
  currency: string;
  alert: WaitingAlert | null;
}

/** Reviewed, and on the page. As `tipIsOnPage`, without the fan's choice. */
export const wordsMayBeRead = sql<boolean>`(t.status = 'ACTIVE' and t.off_page_at is null
  and (t.review_reason is null or t.review_reason = 'image' or t.reviewed_at is not null))`;

/** Also approved, where the creator reads first. */
const wordsMayShow = sql<boolean>`(${wordsMayBeRead} and a.words <> 'REFUSED'
  and (not o.reviews_words or a.words = 'APPROVED'))`;

/** Returned money shows nothing. */
export const alertMayShow = sql<boolean>`(a.tip_id is null or t.status in ('PENDING', 'ACTIVE', 'DECLINED'))`;

interface ScreenRow extends Omit<Screen, "locale" | "alert"> {
  locale: string | null;
  alert_id: string | null;
  turn: number | null;
  tip_currency: string | null;
  amount_minor: string | number | null;
  sender_name: string | null;
  item_name: string | null;
  message: string | null;
  has_image: boolean | null;
}

export async function readScreens(
  db: Kysely<DB>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Screen>> {
  const { rows } = await sql<ScreenRow>`
    select o.user_id, o.key_id, o.lead_id, o.paused_at is not null as is_paused, o.design, o.accent,
      o.shown_seconds, o.sound, s.uploaded_at as sound_at, o.own_css, u.locale, u.currency,
      first.alert_id, first.turn, first.tip_currency, first.amount_minor,
      ${words(sql`first`)}
    from overlays o
    join users u on u.id = o.user_id and u.status in ('ACTIVE', 'CHARGEBACK')
    left join overlay_sounds s on s.user_id = o.user_id
    left join lateral (
      select a.id as alert_id, a.turn, t.currency as tip_currency, t.amount_minor, t.sender_name, t.item_name,
        t.message, t.image_id is not null as has_image, ${wordsMayShow} as may_show
      from overlay_alerts a left join tips t on t.id = a.tip_id
      where a.user_id = o.user_id and a.status = 'WAITING' and ${alertMayShow}
      order by a.queued_at, a.id limit 1
    ) as first on true
    where o.user_id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, toScreen(row)]));
}

const words = (of: RawBuilder<unknown>) => sql`
  case when ${of}.may_show then ${of}.sender_name end as sender_name,
  case when ${of}.may_show then ${of}.item_name end as item_name,
  case when ${of}.may_show then ${of}.message end as message,
  ${of}.may_show and ${of}.has_image as has_image`;

function toScreen(row: ScreenRow): Screen {
  const { alert_id, turn, tip_currency, amount_minor, sender_name, item_name, message, has_image } = row;
  const said =
    tip_currency === null || amount_minor === null
      ? null
      : {
          ...{ currency: tip_currency, amount_minor: minor(Number(amount_minor)) },
          ...{ sender_name, item_name, message, has_image: has_image ?? false },
        };
  return {
    ...{ user_id: row.user_id, key_id: row.key_id, lead_id: row.lead_id, is_paused: row.is_paused },
    ...{ design: row.design, accent: row.accent, shown_seconds: row.shown_seconds, own_css: row.own_css },
    ...{ sound: row.sound, sound_at: row.sound_at, currency: row.currency, locale: localeOf(row.locale) },
    alert: alert_id === null || turn === null ? null : { id: alert_id, turn, words: said },
  };
}

export interface Candidate {
  user_id: string;
  source_id: string;
  /** A leader of this process that is gone or stalled. */
  instead_of: string | null;
}

/** Renews or takes ended rights to lead, for all overlays of a process at once. */
export async function claimLeads(
  db: Kysely<DB>,
  candidates: readonly Candidate[],
  now: Date,
): Promise<readonly { user_id: string; lead_id: string }[]> {
  const until = new Date(now.getTime() + productRules.overlay.lead_seconds * 1000);
  const { rows } = await sql<{ user_id: string; lead_id: string }>`
    update overlays o set lead_id = c.source_id, lead_until = ${until}
    from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
      as c (user_id uuid, source_id uuid, instead_of uuid)
    where o.user_id = c.user_id
      and (o.lead_id is null or o.lead_id in (c.source_id, c.instead_of) or o.lead_until < ${now})
    returning o.user_id, o.lead_id`.execute(db);
  return rows;
}

/** Another process's next claim takes it. */
export async function releaseLead(db: Kysely<DB>, userId: string, sourceId: string): Promise<void> {
  await db
    .updateTable("overlays")
    .set({ lead_id: null, lead_until: null })
    .where("user_id", "=", userId)
    .where("lead_id", "=", sourceId)
    .execute();
}

export async function listShownFans(db: Kysely<DB>, userId: string): Promise<AlertWords[]> {
  const { rows } = await sql<AlertWords>`
    select shown.currency, shown.amount_minor, ${words(sql`shown`)}
    from (
      select t.currency, t.amount_minor, t.sender_name, t.item_name, t.message, false as has_image,
        ${wordsMayShow} as may_show
      from overlay_alerts a join overlays o on o.user_id = a.user_id join tips t on t.id = a.tip_id
      where a.user_id = ${userId}::uuid and a.status = 'SHOWN' and ${alertMayShow}
      order by a.ended_at desc, a.id desc limit ${productRules.overlay.supporters}
    ) as shown`.execute(db);
  return rows.map((row) => ({ ...row, amount_minor: minor(Number(row.amount_minor)) }));
}

export async function findAlertImage(
  db: Kysely<DB>,
  given: { user_id: string; alert_id: string },
): Promise<string | null> {
  const { rows } = await sql<{ image_id: string | null }>`
    select t.image_id from overlay_alerts a
      join overlays o on o.user_id = a.user_id join tips t on t.id = a.tip_id
    where a.id = ${given.alert_id}::uuid and a.user_id = ${given.user_id}::uuid and a.status = 'WAITING'
      and ${wordsMayShow}`.execute(db);
  return rows[0]?.image_id ?? null;
}
