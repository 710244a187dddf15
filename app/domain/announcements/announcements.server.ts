import type { Kysely } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import type { Locale } from "../money/minor.ts";

/** What stands above every page for a while: the platform's notices, and a special event. */
export interface Announcements {
  notices: { id: string; text: string }[];
  event: { title: string; text: string; url: string | null; color: string } | null;
}

interface Row {
  id: string;
  starts_at: Date;
  title_en: string | null;
  title_de: string | null;
  text_en: string;
  text_de: string;
  url: string | null;
  color: string | null;
}

/** How long a process goes on with what it has read. */
const KEPT_MS = 5_000;

const rowsAt = hotQuery("announcements-at", { now: parameter<Date>() }, (db, given) =>
  db
    .selectFrom("notices")
    .select((eb) => [
      "id",
      "starts_at",
      eb.lit(null).$castTo<string | null>().as("title_en"),
      eb.lit(null).$castTo<string | null>().as("title_de"),
      "text_en",
      "text_de",
      eb.lit(null).$castTo<string | null>().as("url"),
      eb.lit(null).$castTo<string | null>().as("color"),
    ])
    .where("starts_at", "<=", given("now"))
    .where("ends_at", ">", given("now"))
    .unionAll(
      db
        .selectFrom("special_events")
        .select(["id", "starts_at", "title_en", "title_de", "text_en", "text_de", "url", "color"])
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
    const rows = await kept.rows;
    const event = rows.findLast((row) => row.title_en !== null);
    return {
      notices: rows
        .filter((row) => row.title_en === null)
        .map((row) => ({ id: row.id, text: locale === "de" ? row.text_de : row.text_en })),
      event: event
        ? {
            title: (locale === "de" ? event.title_de : event.title_en) ?? "",
            text: locale === "de" ? event.text_de : event.text_en,
            url: event.url,
            color: event.color ?? "",
          }
        : null,
    };
  };
}
