import type { Kysely } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { DEFAULT_LOCALE, type Locale } from "../../../locales/index.ts";

/** What stands above every page for a while: the platform's notices, and a special event. */
export interface Announcements {
  notices: { id: string; text: string }[];
  event: { title: string; text: string; url: string | null; color: string } | null;
}

/** A notice or an event in one of its languages; only an event has a title. */
interface Row {
  id: string;
  locale: string;
  starts_at: Date;
  title: string | null;
  text: string;
  url: string | null;
  color: string | null;
}

/** How long a process goes on with what it has read. */
const KEPT_MS = 5_000;

const rowsAt = hotQuery("announcements-at", { now: parameter<Date>() }, (db, given) =>
  db
    .selectFrom("notices")
    .innerJoin("notice_texts as t", "t.notice_id", "notices.id")
    .select((eb) => [
      "id",
      "t.locale",
      "starts_at",
      eb.lit(null).$castTo<string | null>().as("title"),
      "t.text",
      eb.lit(null).$castTo<string | null>().as("url"),
      eb.lit(null).$castTo<string | null>().as("color"),
    ])
    .where("starts_at", "<=", given("now"))
    .where("ends_at", ">", given("now"))
    .unionAll(
      db
        .selectFrom("special_events")
        .innerJoin("special_event_texts as t", "t.special_event_id", "special_events.id")
        .select(["id", "t.locale", "starts_at", "t.title", "t.text", "url", "color"])
        .where("starts_at", "<=", given("now"))
        .where("ends_at", ">", given("now")),
    )
    .orderBy("starts_at"),
);

/** Reads what is on at a moment, and keeps it for a few seconds; what cannot be read is not there. */
export function createAnnouncements(
  db: Kysely<DB>,
  complain: (error: unknown) => void,
): (locale: Locale, now: Date) => Promise<Announcements> {
  let kept: { rows: Promise<Row[]>; until: number } = { rows: Promise.resolve([]), until: 0 };
  return async (locale, now) => {
    if (kept.until <= now.getTime()) {
      const rows = rowsAt(db, { now }).catch((error: unknown) => {
        complain(error);
        return [];
      });
      kept = { rows, until: now.getTime() + KEPT_MS };
    }
    const rows = spokenIn(locale, await kept.rows);
    const event = rows.findLast((row) => row.title !== null);
    return {
      notices: rows.filter((row) => row.title === null).map(({ id, text }) => ({ id, text })),
      event: event
        ? { title: event.title ?? "", text: event.text, url: event.url, color: event.color ?? "" }
        : null,
    };
  };
}

/** Each thing once: in the language, or in English where it is missing. */
function spokenIn(locale: Locale, rows: readonly Row[]): Row[] {
  const own = rows.filter((row) => row.locale === locale);
  const spoken = new Set(own.map((row) => row.id));
  return rows.filter((row) => (spoken.has(row.id) ? row.locale === locale : row.locale === DEFAULT_LOCALE));
}
