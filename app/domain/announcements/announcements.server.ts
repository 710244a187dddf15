import { type Kysely, sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../../../locales/index.ts";
import { productRules } from "../../product-rules.ts";
import { type AuditAction, type AuditedFacts, writeAudit } from "../audit/audit.server.ts";
import { requireOperator } from "../users/user.server.ts";
import type { AnnouncedValues } from "./announcement.schema.ts";

export type AnnouncementKind = "notice" | "event";

interface Announced {
  kind: AnnouncementKind;
  values: AnnouncedValues;
}

interface Services {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

const PLACES = {
  notice: { table: "notices", texts: "notice_texts", key: "notice_id" },
  event: { table: "special_events", texts: "special_event_texts", key: "special_event_id" },
} as const;

export async function listAnnouncements(db: Kysely<DB>, asked: { locale: Locale; after: string | null }) {
  const { rows } = await sql<{
    id: string;
    kind: AnnouncementKind;
    starts_at: Date;
    ends_at: Date;
    text: string | null;
  }>`
    with every as (
      select id, 'notice' as kind, starts_at, ends_at,
        (select text from notice_texts where notice_id = id and locale = ${asked.locale}) as text
      from notices
      union all
      select id, 'event', starts_at, ends_at,
        (select title from special_event_texts where special_event_id = id and locale = ${asked.locale})
      from special_events
    )
    select * from every
    where ${asked.after}::uuid is null
      or (starts_at, id) < (select last.starts_at, last.id from every as last where last.id = ${asked.after}::uuid)
    order by starts_at desc, id desc limit ${productRules.admin_rows + 1}`.execute(db);
  const shown = rows.slice(0, productRules.admin_rows);
  return { rows: shown, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
}

/** Times are in Berlin. */
export async function findAnnouncement(db: Kysely<DB>, id: string) {
  const { rows } = await sql<{
    kind: AnnouncementKind;
    starts_at: Date;
    ends_at: Date;
    values: AnnouncedValues & Record<string, string>;
  }>`
    with found as (
      select 'notice' as kind, id, starts_at, ends_at, '{}'::jsonb as own from notices where id = ${id}
      union all
      select 'event', id, starts_at, ends_at, jsonb_build_object('url', coalesce(url, ''), 'color', color)
      from special_events where id = ${id}
    ), texts as (
      select jsonb_object_agg('text_' || locale, text) as said from notice_texts where notice_id = ${id}
      union all
      select jsonb_object_agg('text_' || locale, text) || jsonb_object_agg('title_' || locale, title)
      from special_event_texts where special_event_id = ${id}
    )
    select kind, starts_at, ends_at, own || (select jsonb_object_agg(key, value)
        from texts cross join lateral jsonb_each(said) where said is not null)
      || jsonb_build_object('starts_at', to_char(starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD"T"HH24:MI'),
        'ends_at', to_char(ends_at at time zone 'Europe/Berlin', 'YYYY-MM-DD"T"HH24:MI')) as values
    from found`.execute(db);
  return rows[0] ?? null;
}

export async function announce(
  services: Services,
  given: Announced & { operator_id: string },
): Promise<string> {
  const id = services.newId();
  await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "content");
    await writeRow(trx, id, given);
    await tell(trx, services, { ...given, id, action: "announcement.created" });
  });
  return id;
}

export async function changeAnnouncement(
  services: Services,
  given: Announced & { id: string; operator_id: string },
): Promise<"changed" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "content");
    const row = await lockRow(trx, given.id);
    if (row?.kind !== given.kind || row.ends_at <= services.clock()) return "gone";
    const before = await findAnnouncement(trx, given.id);
    await writeRow(trx, given.id, given);
    await tell(trx, services, { ...given, action: "announcement.changed", before: before?.values });
    return "changed";
  });
}

export async function endAnnouncement(
  services: Services,
  given: { id: string; operator_id: string },
): Promise<"ended" | "deleted" | "gone"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "content");
    const row = await lockRow(trx, given.id);
    if (!row || row.ends_at <= now) return "gone";
    const { table } = PLACES[row.kind];
    const isOn = row.starts_at < now;
    const before = (await findAnnouncement(trx, given.id))?.values;
    if (isOn) await trx.updateTable(table).set({ ends_at: now }).where("id", "=", given.id).execute();
    else await trx.deleteFrom(table).where("id", "=", given.id).execute();
    const action = isOn ? "announcement.ended" : "announcement.deleted";
    await tell(trx, services, { ...given, kind: row.kind, action, before });
    return isOn ? "ended" : "deleted";
  });
}

async function lockRow(trx: Transaction<DB>, id: string) {
  for (const kind of ["notice", "event"] as const) {
    const row = await trx
      .selectFrom(PLACES[kind].table)
      .select(["starts_at", "ends_at"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (row) return { kind, ...row };
  }
  return null;
}

async function writeRow(trx: Transaction<DB>, id: string, { kind, values }: Announced): Promise<void> {
  const { table, texts, key } = PLACES[kind];
  const times = {
    starts_at: sql<Date>`${values.starts_at}::timestamp at time zone 'Europe/Berlin'`,
    ends_at: sql<Date>`${values.ends_at}::timestamp at time zone 'Europe/Berlin'`,
  };
  const own = kind === "event" ? { url: values.url || null, color: values.color } : {};
  await trx
    .insertInto(table)
    .values({ id, ...times, ...own })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...times, ...own }))
    .execute();
  for (const locale of LOCALES) {
    const said =
      kind === "event"
        ? { text: values[`text_${locale}`] ?? "", title: values[`title_${locale}`] ?? "" }
        : { text: values[`text_${locale}`] ?? "" };
    await sql`
      insert into ${sql.table(texts)} (${sql.ref(key)}, locale, ${sql.join(Object.keys(said).map((name) => sql.ref(name)))})
      values (${id}, ${locale}, ${sql.join(Object.values(said))})
      on conflict (${sql.ref(key)}, locale) do update
      set ${sql.join(Object.entries(said).map(([name, text]) => sql`${sql.ref(name)} = ${text}`))}`.execute(
      trx,
    );
  }
}

async function tell(
  trx: Transaction<DB>,
  { clock }: Pick<Services, "clock">,
  given: {
    id: string;
    operator_id: string;
    kind: AnnouncementKind;
    action: AuditAction;
    before?: AnnouncedValues | undefined;
    values?: AnnouncedValues;
  },
): Promise<void> {
  await writeAudit(trx, {
    actor_id: given.operator_id,
    action: given.action,
    subject: `${given.kind}:${given.id}`,
    before: given.before ? loggedFacts(given.kind, given.before) : null,
    after: given.values ? loggedFacts(given.kind, given.values) : null,
    now: clock(),
  });
}

function loggedFacts(kind: AnnouncementKind, values: AnnouncedValues): AuditedFacts {
  const inEach = (name: string) => LOCALES.map((locale) => values[`${name}_${locale}`] ?? "");
  const { starts_at, ends_at, url, color = "" } = values;
  const said = { starts_at, ends_at, text: inEach("text") };
  return kind === "event" ? { ...said, title: inEach("title"), url: url || null, color } : said;
}

export interface Announcements {
  notices: { id: string; text: string }[];
  event: { title: string; text: string; url: string | null; color: string } | null;
}

interface Row {
  id: string;
  locale: string;
  starts_at: Date;
  title: string | null;
  text: string;
  url: string | null;
  color: string | null;
}

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

/** Cached for seconds; shows nothing when a read fails. */
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

function spokenIn(locale: Locale, rows: readonly Row[]): Row[] {
  const own = rows.filter((row) => row.locale === locale);
  const spoken = new Set(own.map((row) => row.id));
  return rows.filter((row) => (spoken.has(row.id) ? row.locale === locale : row.locale === DEFAULT_LOCALE));
}
