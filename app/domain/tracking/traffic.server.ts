import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { businessDate } from "../calendar.ts";
import type { accessCall, EntityEvent } from "./tracking.schema.ts";

export interface ViewKey {
  pattern: string;
  step: string;
  creator: string;
  asked_locale: string;
  locale: string;
  referrer_host: string;
}

const STEP = /^[a-z][a-z-]{0,19}$/;
const CREATOR = /^[a-z0-9._-]{1,40}$/i;
const LOCALE = /^[a-z]{2}$/;

export function reducedView(
  call: z.infer<typeof accessCall>,
  given: { pattern: string; locale: string; ownHost: string },
): ViewKey {
  const query = queryOf(call.query);
  const asked = (name: string, form: RegExp) => {
    const value = query.get(name) ?? "";
    return form.test(value) ? value.toLowerCase() : "";
  };
  return {
    pattern: given.pattern,
    step: asked("step", STEP),
    creator: asked("creator", CREATOR),
    asked_locale: asked("locale", LOCALE),
    locale: given.locale,
    referrer_host: hostOf(call.referrer ?? "", given.ownHost),
  };
}

function queryOf(query: z.infer<typeof accessCall>["query"]): URLSearchParams {
  if (query === undefined || typeof query === "string") return new URLSearchParams(query);
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );
}

function hostOf(referrer: string, ownHost: string): string {
  if (!/^https?:\/\//i.test(referrer) || !URL.canParse(referrer)) return "";
  const { host, hostname } = new URL(referrer);
  return host === ownHost || hostname.length > 100 ? "" : hostname;
}

export interface SeenPage {
  view: ViewKey;
  username: string | null;
  visitor: { address: string; userAgent: string };
}

export interface TrafficCounter {
  seen(page: SeenPage): void;
  happened(event: EntityEvent): void;
  stop(): Promise<void>;
}

interface Counted<Key> {
  day: string;
  key: Key;
  count: number;
}

interface Counts {
  viewRows: Counted<ViewKey>[];
  creatorRows: Counted<string>[];
  eventRows: Counted<EntityEvent>[];
  visitorRows: { day: string; place: string }[];
}

const WRITTEN_EVERY_MS = 3_000;
const KEYS_MAXIMUM = 2_000;
/** Beyond this, invented fields are dropped. */
const VIEWS_OF_A_DAY_MAXIMUM = 2_000;

const NOTHING_SAID = { step: "", creator: "", asked_locale: "", referrer_host: "" };

/** In memory; drops unwritable counts after `complain`. */
export function createTrafficCounter(
  db: Kysely<DB>,
  clock: () => Date,
  complain: (error: unknown) => void,
): TrafficCounter {
  let views = new Map<string, Counted<ViewKey>>();
  let creators = new Map<string, Counted<string>>();
  let events = new Map<string, Counted<EntityEvent>>();
  let visitors = new Map<string, { day: string; place: string }>();
  const seenToday = { day: "", keys: new Set<string>() };
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    timer = undefined;
    const rows: Counts = {
      viewRows: [...views.values()],
      creatorRows: [...creators.values()],
      eventRows: [...events.values()],
      visitorRows: [...visitors.values()],
    };
    [views, creators, events, visitors] = [new Map(), new Map(), new Map(), new Map()];
    writing = writing.then(() => writeCounts(db, rows)).catch(complain);
    return writing;
  };
  const later = () => {
    timer ??= setTimeout(() => void write(), WRITTEN_EVERY_MS).unref();
  };
  const count = <Key>(map: Map<string, Counted<Key>>, key: Key) => {
    const day = businessDate(clock());
    const name = `${day} ${JSON.stringify(key)}`;
    const known = map.get(name);
    if (known) known.count += 1;
    else if (map.size < KEYS_MAXIMUM) map.set(name, { day, key, count: 1 });
    later();
  };
  const bounded = (view: ViewKey): ViewKey => {
    const day = businessDate(clock());
    if (seenToday.day !== day) Object.assign(seenToday, { day, keys: new Set<string>() });
    const name = JSON.stringify(view);
    if (seenToday.keys.has(name)) return view;
    if (seenToday.keys.size >= VIEWS_OF_A_DAY_MAXIMUM) return { ...view, ...NOTHING_SAID };
    seenToday.keys.add(name);
    return view;
  };

  return {
    seen({ view, username, visitor }) {
      count(views, bounded(view));
      if (username !== null) count(creators, username.toLowerCase());
      const day = businessDate(clock());
      const place = createHash("sha256").update(`${visitor.address}\0${visitor.userAgent}`).digest("hex");
      if (visitors.size < KEYS_MAXIMUM) visitors.set(`${day} ${place}`, { day, place });
    },
    happened(event) {
      count(events, event);
    },
    async stop() {
      clearTimeout(timer);
      await write();
    },
  };
}

async function writeCounts(
  db: Kysely<DB>,
  { viewRows, creatorRows, eventRows, visitorRows }: Counts,
): Promise<void> {
  for (const day of new Set(visitorRows.map((each) => each.day)))
    await writeVisitors(
      db,
      day,
      visitorRows.filter((each) => each.day === day).map(({ place }) => place),
    );
  // One order, against deadlocks.
  if (viewRows.length > 0)
    await sql`
      insert into traffic_views (day, pattern, step, creator, asked_locale, locale, referrer_host, views_count)
      select * from jsonb_to_recordset(${JSON.stringify(viewRows.map(({ day, key, count }) => ({ day, ...key, count })))}::jsonb)
        as v (day date, pattern text, step text, creator text, asked_locale text, locale text, referrer_host text, count integer)
      order by 1, 2, 3, 4, 5, 6, 7
      on conflict (day, pattern, step, creator, asked_locale, locale, referrer_host)
      do update set views_count = traffic_views.views_count + excluded.views_count`.execute(db);
  if (creatorRows.length + eventRows.length > 0)
    await sql`
      insert into traffic_entities (day, entity_type, entity_id, event, events_count)
      select day, type, id, event, sum(count) from (
        select v.day, 'user' as type, u.id, 'view' as event, v.count
        from jsonb_to_recordset(${JSON.stringify(creatorRows.map(({ day, key, count }) => ({ day, name: key, count })))}::jsonb)
          as v (day date, name text, count integer)
        join users u on lower(u.username) = v.name
        union all
        select e.day, e.entity_type, e.entity_id, e.event, e.count
        from jsonb_to_recordset(${JSON.stringify(eventRows.map(({ day, key, count }) => ({ day, ...key, count })))}::jsonb)
          as e (day date, entity_type text, entity_id uuid, event text, count integer)
        where (e.entity_type = 'user' and exists (select from users u where u.id = e.entity_id and u.username is not null))
          or (e.entity_type = 'item' and exists (select from tribute_items i where i.id = e.entity_id))
      ) as every
      group by day, type, id, event order by day, type, id, event
      on conflict (day, entity_type, entity_id, event)
      do update set events_count = traffic_entities.events_count + excluded.events_count`.execute(db);
}

/** Beyond the day's limit, visitors count anew with each write. */
async function writeVisitors(db: Kysely<DB>, day: string, places: readonly string[]): Promise<void> {
  await db
    .insertInto("traffic_days")
    .values({ day, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .execute();
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("traffic_days")
      .select(["salt", "keys_count"])
      .where("day", "=", day)
      .forUpdate()
      .executeTakeFirst();
    const salt = row?.salt;
    if (!salt) return;
    const keys = places.map((place) => createHash("sha256").update(salt).update(place).digest("hex"));
    const room = Math.max(0, productRules.traffic.visitor_keys_maximum - row.keys_count);
    await sql`
      with unknown as materialized (
        select decode(key, 'hex') as key from unnest(${keys}::text[]) as key
        where not exists (select from traffic_visitors v where v.day = ${day}::date and v.visitor_key = decode(key, 'hex'))
      ), written as (
        insert into traffic_visitors (day, visitor_key)
        select ${day}::date, key from unknown order by key limit ${room} on conflict do nothing returning day
      )
      update traffic_days set keys_count = keys_count + (select count(*) from written),
        visitors_count = visitors_count + greatest((select count(*) from unknown) - ${room}, 0)
      where day = ${day}::date`.execute(trx);
  });
}

/** Deletes keys, secret and expired counts (docs/product.md, 9.13). */
export async function closeTrafficDays(db: Kysely<DB>, now: Date): Promise<void> {
  const today = businessDate(now);
  const oldest = businessDate(new Date(now.getTime() - productRules.retention.traffic_days * 86_400_000));
  await sql`
    with gone as (delete from traffic_visitors where day < ${today}::date returning day)
    update traffic_days d set salt = null,
      visitors_count = d.visitors_count + (select count(*) from gone where gone.day = d.day)
    where d.day < ${today}::date and (d.salt is not null or exists (select from gone where gone.day = d.day))`.execute(
    db,
  );
  for (const table of ["traffic_days", "traffic_views", "traffic_entities"] as const)
    await sql`delete from ${sql.table(table)} where day < ${oldest}::date`.execute(db);
}

const rules = productRules.traffic;

interface Seen {
  name: string;
  views: number;
}

export async function readTraffic(db: Kysely<DB>, today: string) {
  const from = sql`(${today}::date - ${sql.lit(rules.days - 1)})`;
  const most = async (column: "pattern" | "referrer_host" | "locale") => {
    const name = sql.ref(column);
    const { rows } = await sql<Seen>`
      select ${name} as name, sum(views_count)::int as views from traffic_views
      where day between ${from} and ${today}::date and ${name} <> ''
      group by ${name} order by views desc, name limit ${rules.rows}`.execute(db);
    return rows;
  };
  const { rows: days } = await sql<{ day: string; views: number; visitors: number }>`
    select d.day::text as day, coalesce(v.views, 0)::int as views,
      (coalesce(t.visitors_count, 0) + coalesce(k.visitors, 0))::int as visitors
    from (select generate_series(${from}, ${today}::date, interval '1 day')::date as day) d
    left join traffic_days t on t.day = d.day
    left join (select day, sum(views_count) as views from traffic_views
      where day between ${from} and ${today}::date group by day) v on v.day = d.day
    left join (select day, count(*) as visitors from traffic_visitors
      where day between ${from} and ${today}::date group by day) k on k.day = d.day
    order by d.day`.execute(db);
  const { rows: creators } = await sql<{ id: string; username: string; views: number }>`
    select u.id, u.username, sum(e.events_count)::int as views
    from traffic_entities e join users u on u.id = e.entity_id
    where e.day between ${from} and ${today}::date and e.entity_type = 'user' and e.event = 'view'
      and u.username is not null
    group by u.id, u.username order by views desc, u.username limit ${rules.rows}`.execute(db);
  return {
    days,
    creators,
    pages: await most("pattern"),
    referrers: await most("referrer_host"),
    locales: await most("locale"),
  };
}
