import { statfs } from "node:fs/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ReadReplica } from "../../db/read-replica.ts";
import type { DB } from "../../db/schema.ts";
import type { PageCache } from "./page-cache.server.ts";

/** Labels are shapes and states, never people; callers cannot create new ones. */
export interface Metrics {
  request(labels: { method: string; path: string; status: number }, seconds: number): void;
  text(): Promise<string>;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** `filesIn`: the folder of pictures and documents, null for a bucket. */
export function createMetrics({
  db,
  cache,
  replica,
  filesIn,
}: {
  db: Kysely<DB>;
  cache: PageCache | null;
  replica: ReadReplica | null;
  filesIn: string | null;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "tribute_http_request_duration_seconds",
    help: "Requests that reached the framework, by the shape of their path",
    labelNames: ["method", "path"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  // Separate: each label pair of the histogram makes twelve series.
  const requests = new Counter({
    name: "tribute_http_requests_total",
    help: "Requests that reached the framework, by the shape of their path and the status they were answered with",
    labelNames: ["method", "path", "status"],
    registers: [registry],
  });
  if (cache) countCache(registry, cache);
  if (replica) countReplica(registry, replica);
  if (filesIn !== null) measureDisk(registry, filesIn);
  countDatabase(registry, db);
  watchForAlerts(registry, db);
  countNetworks(registry, db);
  return {
    request({ method: asked, path, status }, seconds) {
      // Invented methods must not create series.
      const method = METHODS.has(asked) ? asked : "other";
      durations.observe({ method, path }, seconds);
      requests.inc({ method, path, status });
    },
    text: () => registry.metrics(),
  };
}

function countCache(registry: Registry, cache: PageCache): void {
  const answers = new Counter({
    name: "tribute_page_cache_answers_total",
    help: "Guest pages answered from the cache and rendered for it",
    labelNames: ["result"],
    registers: [registry],
    collect() {
      answers.reset();
      answers.inc({ result: "hit" }, cache.counts.hits);
      answers.inc({ result: "miss" }, cache.counts.misses);
    },
  });
  const drops = new Counter({
    name: "tribute_page_cache_drops_total",
    help: "How often a change dropped the guest pages that showed it",
    registers: [registry],
    collect() {
      drops.reset();
      drops.inc(cache.counts.drops);
    },
  });
}

function countReplica(registry: Registry, replica: ReadReplica): void {
  const fresh = new Gauge({
    name: "tribute_replica_fresh",
    help: "Whether the replica provably has what was written two seconds ago, and is read: 1 or 0",
    registers: [registry],
    collect() {
      fresh.set(replica.state() === "fresh" ? 1 : 0);
    },
  });
  const reads = new Counter({
    name: "tribute_replica_reads_total",
    help: "Queries that a replica may answer, by who answered them",
    labelNames: ["from"],
    registers: [registry],
    collect() {
      reads.reset();
      reads.inc({ from: "replica" }, replica.counts.replica);
      reads.inc({ from: "primary" }, replica.counts.primary);
    },
  });
}

/** At each scrape, on partial indexes of open rows. */
function countDatabase(registry: Registry, db: Kysely<DB>): void {
  const open = new Gauge({
    name: "tribute_open",
    help: "What waits for something: payments, notices, mails, mails sent again or given up, reviews, payout freezes, posts on other networks",
    labelNames: ["kind"],
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ kind: string; count: number }>`
        select 'payment' as kind, count(*) from payments where status in ('CREATED', 'REDIRECTED', 'PROCESSING')
        union all select 'notice', count(*) from provider_webhook_events where handled_at is null
        union all select 'mail', count(*) from mail_outbox where status = 'QUEUED'
        union all select 'mail_again', count(*) from mail_outbox where status = 'QUEUED' and attempts > 0
        union all select 'mail_failed', count(*) from mail_outbox where status = 'FAILED'
        union all select 'review', count(*) from tips where status = 'PENDING' and group_tip_id is null
        union all select 'payout_freeze', count(*) from payout_freezes where lifted_at is null
        union all select 'post', count(*) from microblog_posts where status in ('WAITING', 'SENDING', 'UNSURE')`.execute(
        db,
      );
      for (const { kind, count } of rows) open.set({ kind }, count);
    },
  });
  const ages = new Gauge({
    name: "tribute_reference_rate_age_days",
    help: "How old each currency's last reference rate is, in days of the calendar in Berlin",
    labelNames: ["currency"],
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ currency: string; days: number }>`
        select c.code as currency, (now() at time zone 'Europe/Berlin')::date - r.rate_date as days
        from currencies c cross join lateral (
          select rate_date from reference_rates where currency = c.code order by rate_date desc limit 1
        ) as r`.execute(db);
      for (const { currency, days } of rows) ages.set({ currency }, days);
    },
  });
}

interface Watched {
  label?: string;
  value: number;
}

function watchForAlerts(registry: Registry, db: Kysely<DB>): void {
  const watch = (name: string, help: string, label: string | null, read: RawBuilder<Watched>) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label === null ? [] : [label],
      registers: [registry],
      async collect() {
        const { rows } = await read.execute(db);
        gauge.reset();
        // A gauge without a label would show 0.
        if (label === null) gauge.remove();
        for (const row of rows) gauge.set(label === null ? {} : { [label]: row.label ?? "" }, row.value);
      },
    });
  };
  watch(
    "tribute_books_faults",
    "Checks that the last check of the books, short and full, found wrong",
    null,
    sql`select coalesce(sum(jsonb_array_length(r.faults)), 0)::int as value
      from (values ('DELTA'), ('FULL')) as e (extent) cross join lateral (
        select faults from ledger_check_runs where extent = e.extent order by finished_at desc limit 1
      ) as r`,
  );
  watch(
    "tribute_books_check_age_seconds",
    "How long ago the books were last checked",
    null,
    sql`select extract(epoch from now() - finished_at)::float8 as value
      from ledger_check_runs order by finished_at desc limit 1`,
  );
  watch(
    "tribute_job_late_seconds",
    "How long the oldest job that is due has waited, by queue",
    "queue",
    sql`select name as label, extract(epoch from now() - min(start_after))::float8 as value
      from pgboss.job where state < 'active' and not blocked and start_after <= now() group by name`,
  );
  watch(
    "tribute_payout_age_seconds",
    "How long ago the oldest payout under way was requested",
    null,
    sql`select extract(epoch from now() - min(requested_at))::float8 as value
      from payouts where status in ('REQUESTED', 'PROCESSING') having count(*) > 0`,
  );
  watchProviders(watch);
}

function watchProviders(
  watch: (name: string, help: string, label: string, read: RawBuilder<Watched>) => void,
): void {
  const begun = sql`select provider, count(*) as payments
    from payments where created_at > now() - interval '1 hour' group by provider`;
  watch(
    "tribute_provider_payments",
    "Payments begun within the last hour, by provider",
    "provider",
    sql`select provider as label, payments as value from (${begun}) as b`,
  );
  watch(
    "tribute_provider_events",
    "Verified events within the last hour, by provider with payments",
    "provider",
    sql`select b.provider as label, count(e.id) as value
      from (${begun}) as b left join provider_webhook_events e on e.provider = b.provider
        and (e.handled_at is null or e.handled_at > now() - interval '1 hour')
        and e.received_at > now() - interval '1 hour'
      group by b.provider`,
  );
}

function measureDisk(registry: Registry, filesIn: string): void {
  const bytes = new Gauge({
    name: "tribute_disk_bytes",
    help: "The disk of pictures and documents: what it holds, and what is free for the product",
    labelNames: ["kind"],
    registers: [registry],
    async collect() {
      const { bsize, blocks, bavail } = await statfs(filesIn);
      bytes.set({ kind: "all" }, bsize * blocks);
      bytes.set({ kind: "free" }, bsize * bavail);
    },
  });
}

function countNetworks(registry: Registry, db: Kysely<DB>): void {
  const paused = new Gauge({
    name: "tribute_network_paused",
    help: "Whether a microblogging network is known to take nobody's posts: 1 or 0",
    labelNames: ["network"],
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ network: string; paused: number }>`
        select network, coalesce(bool_or(paused_until > now()), false)::int as paused
        from microblog_months group by network`.execute(db);
      for (const { network, paused: is } of rows) paused.set({ network }, is);
    },
  });
  const spent = new Gauge({
    name: "tribute_network_spent_dollars",
    help: "What posts on a microblogging network have cost in this month, in US dollars",
    labelNames: ["network"],
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ network: string; mills: number }>`
        select network, coalesce(sum(spent_mills) filter (
          where month = date_trunc('month', now() at time zone 'Europe/Berlin')::date), 0)::int as mills
        from microblog_months group by network`.execute(db);
      for (const { network, mills } of rows) spent.set({ network }, mills / 1000);
    },
  });
}
