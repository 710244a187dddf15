import { type Kysely, sql } from "kysely";

/** A reference that has to agree with its row in more than the id: the same columns there, in the same order. */
interface Agreement {
  table: string;
  columns: readonly string[];
  to: string;
  there: readonly string[];
  on_delete?: string;
  keeps_single?: true;
}

const AGREEMENTS: readonly Agreement[] = [
  // Money goes to an account of the creator's own, in a batch of its rail and currency.
  {
    ...{ table: "payouts", columns: ["details_id", "creator_id"] },
    ...{ to: "payout_destinations", there: ["id", "user_id"] },
  },
  {
    ...{ table: "payouts", columns: ["batch_id", "rail", "currency"] },
    ...{ to: "payout_batches", there: ["id", "rail", "currency"] },
  },
  {
    ...{ table: "tip_allocations", columns: ["tip_id", "creator_id"] },
    ...{ to: "tips", there: ["id", "creator_id"] },
  },
  {
    ...{ table: "voucher_redemptions", columns: ["tip_id", "creator_id"] },
    ...{ to: "tips", there: ["id", "creator_id"] },
  },
  {
    ...{ table: "payments", columns: ["tip_id", "currency", "amount_minor"] },
    ...{ to: "tips", there: ["id", "currency", "amount_minor"] },
  },
  {
    ...{ table: "payments", columns: ["voucher_id", "currency", "amount_minor"] },
    ...{ to: "vouchers", there: ["id", "currency", "amount_minor"] },
  },
  {
    ...{ table: "write_off_parts", columns: ["write_off_id", "creator_id"] },
    ...{ to: "write_offs", there: ["id", "creator_id"] },
  },
  {
    ...{ table: "bank_entries", columns: ["transfer_id", "settlement_id"], keeps_single: true },
    ...{ to: "settlement_events", there: ["id", "settlement_id"] },
  },
  {
    ...{ table: "content_decisions", columns: ["complaint_id", "case_id"] },
    ...{ to: "content_complaints", there: ["id", "case_id"] },
  },
  {
    ...{ table: "sessions", columns: ["device_id", "user_id"], on_delete: "on delete set null (device_id)" },
    ...{ to: "known_devices", there: ["id", "user_id"] },
  },
  {
    ...{ table: "users", columns: ["avatar_id", "id"], on_delete: "on delete set null (avatar_id)" },
    ...{ to: "media_files", there: ["id", "owner_id"] },
  },
  {
    ...{ table: "users", columns: ["header_id", "id"], on_delete: "on delete set null (header_id)" },
    ...{ to: "media_files", there: ["id", "owner_id"] },
  },
  {
    ...{
      table: "tribute_items",
      columns: ["image_id", "user_id"],
      on_delete: "on delete set null (image_id)",
    },
    ...{ to: "media_files", there: ["id", "owner_id"] },
  },
];

/**
 * Rows that belong together have one creator. Where an earlier row disagrees, the key holds for new rows, and
 * the nightly check names it (db/checks/history/57-owners-agree.sql).
 */
export async function sameOwner(db: Kysely<unknown>): Promise<void> {
  for (const { to, there } of new Map(AGREEMENTS.map((each) => [keyName(each), each])).values())
    await sql`
      alter table ${sql.id(to)} add constraint ${sql.id(keyName({ to, there }))} unique (${names(there)})`.execute(
      db,
    );
  for (const agreement of AGREEMENTS) await replaceKey(db, agreement);
}

/** Exported for its test, with a row that disagrees. */
export async function replaceKey(db: Kysely<unknown>, agreement: Agreement): Promise<void> {
  const { table, columns, to, there, on_delete = "", keeps_single = false } = agreement;
  const [column = ""] = columns;
  const name = `${table}_${column.replace(/_id$/, "")}_agrees`;
  await sql`
    alter table ${sql.id(table)} add constraint ${sql.id(name)}
    foreign key (${names(columns)}) references ${sql.id(to)} (${names(there)}) ${sql.raw(on_delete)} not valid`.execute(
    db,
  );
  await sql
    .raw(`
      do $$ begin
        alter table ${table} validate constraint ${name};
      exception when foreign_key_violation then
        raise warning 'rows of ${table} disagree with ${to}: ${name} holds for new rows alone';
      end $$`)
    .execute(db);
  if (!keeps_single)
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(`${table}_${column}_fkey`)}`.execute(db);
}

const keyName = ({ to, there }: Pick<Agreement, "to" | "there">): string => `${to}_${there.join("_")}_key`;

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.id(column)));
