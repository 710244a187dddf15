import { type Kysely, sql } from "kysely";

/**
 * What each ledger transaction was posted for stands in columns: the row, and which part of what it causes. Nobody reads
 * it out of a key any more. What was posted without a row of its own has one from now on.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addRows(db);
  await sql`
    alter table ledger_transaction
      add column cause text,
      add column cause_id uuid,
      add column cause_part text not null default ''`.execute(db);
  await sql`alter table ledger_transaction disable trigger ledger_transaction_rows_stay`.execute(db);
  await nameCauses(db);
  await sql`alter table ledger_transaction enable trigger ledger_transaction_rows_stay`.execute(db);
  await refuseUnknown(db);
  await sql`
    alter table ledger_transaction
      alter column cause set not null,
      alter column cause_id set not null`.execute(db);
  await sql`create unique index ledger_transaction_cause_key on ledger_transaction (cause_id, kind, cause_part)`.execute(
    db,
  );
}

/** Written-off debts, money that was given up, and what a provider gave back beyond what was left. */
async function addRows(db: Kysely<never>): Promise<void> {
  await sql`
    create table write_offs (
      id uuid primary key,
      creator_id uuid not null references users,
      currency char(3) not null references currencies,
      amount_minor bigint not null check (amount_minor > 0),
      written_off_at timestamptz not null
    )`.execute(db);
  await sql`
    create table give_ups (
      id uuid primary key,
      creator_id uuid not null references users,
      currency char(3) not null references currencies,
      amount_minor bigint not null check (amount_minor > 0),
      given_up_at timestamptz not null
    )`.execute(db);
  await sql`
    create table refunds_beyond (
      id uuid primary key,
      payment_id uuid not null references payments,
      provider_refund_ref text not null,
      currency char(3) not null references currencies,
      amount_minor bigint not null check (amount_minor > 0),
      booked_at timestamptz not null,
      unique (payment_id, provider_refund_ref)
    )`.execute(db);
  // The demo world's provider had paid without any file.
  await sql`
    insert into settlements (id, provider, file_sha256, rows_count, totals, unknown_references, imported_by, imported_at)
    select gen_random_uuid(), 'sandbox', sha256(t.idempotency_key::bytea), 1, jsonb_build_object(max(m.currency),
        jsonb_build_object('gross_minor', sum(m.amount_minor), 'fee_minor',
          coalesce(sum(m.amount_minor) filter (where a.code = 'psp_fee'), 0))), '[]',
      (select id from users where role = 'ADMIN' order by created_at, id limit 1), t.created_at
    from ledger_transaction t
    join ledger_transfer m on m.transaction_id = t.id
    join ledger_account a on a.id = m.debit_account
    where t.kind = 'provider_settled' and t.idempotency_key like 'settle:sandbox:demo-%'
    group by t.id`.execute(db);
  const posted = (kind: string) => sql`
    from ledger_transaction t join ledger_transfer m on m.transaction_id = t.id where t.kind = ${sql.lit(kind)}`;
  await sql`
    insert into write_offs (id, creator_id, currency, amount_minor, written_off_at)
    select split_part(t.idempotency_key, ':', 2)::uuid, split_part(t.reference, ':', 2)::uuid, m.currency,
      m.amount_minor, t.created_at ${posted("written_off")}`.execute(db);
  await sql`
    insert into give_ups (id, creator_id, currency, amount_minor, given_up_at)
    select case when t.idempotency_key like '%:leaver' then split_part(t.idempotency_key, ':', 2)::uuid
        else gen_random_uuid() end,
      split_part(t.reference, ':', 2)::uuid, m.currency, m.amount_minor, t.created_at
    ${posted("remainder_given_up")}`.execute(db);
  await sql`
    insert into refunds_beyond (id, payment_id, provider_refund_ref, currency, amount_minor, booked_at)
    select gen_random_uuid(), split_part(t.idempotency_key, ':', 2)::uuid,
      regexp_replace(t.idempotency_key, '^refund:[^:]*:(.*):beyond$', '\\1'), m.currency, m.amount_minor, t.created_at
    ${posted("refund_beyond")}`.execute(db);
  await sql`alter table write_off_parts add foreign key (write_off_id) references write_offs`.execute(db);
  for (const table of ["write_offs", "give_ups", "refunds_beyond"]) {
    await sql`
      create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.table(table)}
      for each row execute function refuse_change()`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
}

/**
 * Once, of all that was posted: the keys say it, in one pass over the books. What another row says (a surplus refund's
 * way out, the file of a settlement) is little, and named after that.
 */
async function nameCauses(db: Kysely<never>): Promise<void> {
  await sql`
    update ledger_transaction t
    set cause = found.is[1], cause_part = coalesce(found.is[3], ''),
      cause_id = case when found.is[2] ~ ${UUID} then found.is[2]::uuid end
    from (
      select id, case
          when kind in ('tip_paid', 'inbound_suspense') then array['payment', part[2], '']
          when kind = 'released' and part[1] = 'alloc' then array['allocation', part[2], '']
          when kind = 'released' and part[1] = 'refund' then array['refund', part[2], part[4]]
          when kind = 'repaid' and part[1] = 'payout' then array['payout', part[2], '']
          when kind = 'repaid' and part[2] = 'dispute' then
            array['dispute', part[3], case cardinality(part) when 6 then part[5] else '0' end || ':' || part[4]]
          when kind = 'repaid' and cardinality(part) = 3 then array['allocation', part[2], '']
          when kind = 'repaid' and cardinality(part) = 5 then array['dispute', part[2], part[3] || ':' || part[4]]
          when kind in ('tip_refunded', 'refund_failed') then array['refund', part[2], '']
          when kind in ('dispute_opened', 'dispute_won', 'dispute_yielded', 'dispute_lost', 'dispute_reversed')
            then array['dispute', part[2], coalesce(part[4], '0')]
          when kind = 'loss_recovered' then array['dispute', part[2], coalesce(part[5], '0') || ':' || part[4]]
          when kind = 'written_off' then array['write_off', part[2], '']
          when kind in ('payout_requested', 'payout_paid', 'payout_returned', 'payout_bounced')
            then array['payout', split_part(reference, ':', 2), '']
          when kind in ('suspense_returned', 'suspense_kept', 'suspense_brought_back')
            then array['suspense_exit', part[2], '']
        end as is
      from ledger_transaction cross join lateral (select string_to_array(idempotency_key, ':') as part) as key
    ) as found
    where found.id = t.id`.execute(db);
  // What a refund that failed gave back repays, and what was held by a dispute that was won: both by the creator.
  await nameRest(db, "repaid", "case when r.id is null then 'dispute' else 'refund' end", {
    id: "split_part(o.idempotency_key, ':', 2)::uuid",
    part: "case when r.id is null then '0:' else '' end || split_part(o.idempotency_key, ':', 3)",
    from: "left join refunds r on r.id = split_part(o.idempotency_key, ':', 2)::uuid",
  });
  await nameRest(db, "suspense_refunded", "'suspense_exit'", {
    id: "x.id",
    part: "''",
    from: `join suspense_exits x on x.kind = 'REFUNDED' and 'payment:' || x.payment_id = o.reference
      and 'refund:' || x.reference = o.idempotency_key`,
  });
  await nameRest(db, "refund_beyond", "'refund_beyond'", {
    id: "b.id",
    part: "''",
    from: `join refunds_beyond b
      on 'refund:' || b.payment_id || ':' || b.provider_refund_ref || ':beyond' = o.idempotency_key`,
  });
  for (const key of [
    "'giveup:' || g.id || ':leaver' = o.idempotency_key",
    "'giveup:' || g.creator_id || ':' || g.currency = o.idempotency_key and g.given_up_at = o.created_at",
  ])
    await nameRest(db, "remainder_given_up", "'give_up'", {
      id: "g.id",
      part: "''",
      from: `join give_ups g on ${key}`,
    });
  await nameRest(db, "provider_settled", "'settlement'", {
    id: "s.id",
    part: "substring(o.idempotency_key from '[^:]*$')",
    from: "join settlements s on encode(s.file_sha256, 'hex') = substring(o.idempotency_key from '[0-9a-f]{64}')",
  });
  await nameRest(db, "provider_settled", "'settlement'", {
    id: "s.id",
    part: "(select max(m.currency) from ledger_transfer m where m.transaction_id = o.id)",
    from: "join settlements s on s.file_sha256 = sha256(o.idempotency_key::bytea)",
  });
}

const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

/** Those of a kind that have no cause yet, `o`, by a row of another table. */
async function nameRest(
  db: Kysely<never>,
  kind: string,
  cause: string,
  { id, part, from }: { id: string; part: string; from: string },
): Promise<void> {
  const those = sql`o.cause is null and o.kind = ${sql.lit(kind)}
    ${sql.raw(kind === "repaid" ? `and split_part(o.idempotency_key, ':', 2) ~ '${UUID}'` : "")}`;
  await sql`
    update ledger_transaction t set cause = found.cause, cause_id = found.cause_id, cause_part = found.cause_part
    from (
      select o.id, ${sql.raw(cause)} as cause, ${sql.raw(id)} as cause_id, ${sql.raw(part)} as cause_part
      from (select * from ledger_transaction o where ${those} offset 0) as o ${sql.raw(from)}
    ) as found
    where found.id = t.id`.execute(db);
}

async function refuseUnknown(db: Kysely<never>): Promise<void> {
  await sql`
    do $$
    declare
      unknown text;
    begin
      select idempotency_key into unknown from ledger_transaction where cause is null or cause_id is null limit 1;
      if found then
        raise exception 'nothing is known that % was posted for', unknown;
      end if;
    end $$`.execute(db);
}
