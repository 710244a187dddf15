import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { EncryptionPurpose, VoucherCodes } from "../../crypto/crypto.server.ts";
import { deleteDocument, readEncryptedDocument, replaceEncryptedDocument } from "../../media/media.server.ts";
import type { MediaStore } from "../../media/media-store.ts";

/** A thing that is encrypted: its id, which the bytes are tied to, and the bytes. */
export interface EncryptedThing {
  id: string;
  encrypted: Uint8Array;
}

/** One place where encrypted things lie. */
export interface EncryptedPlace {
  purpose: EncryptionPurpose;
  /** The column of the database, or the table whose rows have a file. */
  where: string;
  /** The next things in the order of their ids. */
  next(services: PlaceServices, after: string | null, limit: number): Promise<EncryptedThing[]>;
  /** Takes the place of what was read, here in the clear; false when it is another by now, or gone. */
  replace(services: PlaceServices, thing: EncryptedThing, encrypted: Buffer, clear: Buffer): Promise<boolean>;
}

export interface PlaceServices {
  db: Kysely<DB>;
  media: MediaStore;
  voucherCodes: Pick<VoucherCodes, "hash">;
}

const FIRST = "00000000-0000-0000-0000-000000000000";

function column(purpose: EncryptionPurpose, table: string, key: string, name: string): EncryptedPlace {
  return {
    purpose,
    where: `${table}.${name}`,
    next: async ({ db }, after, limit) => {
      const { rows } = await sql<EncryptedThing>`
        select ${sql.ref(key)} as id, ${sql.ref(name)} as encrypted from ${sql.table(table)}
        where ${sql.ref(key)} > ${after ?? FIRST}::uuid and length(${sql.ref(name)}) > 0
        order by ${sql.ref(key)} limit ${limit}`.execute(db);
      return rows;
    },
    replace: async ({ db }, thing, encrypted) => {
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(name)} = ${encrypted}
        where ${sql.ref(key)} = ${thing.id} and ${sql.ref(name)} = ${thing.encrypted}`.execute(db);
      return numAffectedRows === 1n;
    },
  };
}

/** A code is also found by its hash with a key of the same secret. */
const vouchers: EncryptedPlace = {
  ...column("voucher-code", "vouchers", "id", "code_encrypted"),
  replace: async ({ db, voucherCodes }, { id, encrypted: before }, encrypted, clear) => {
    const hash = voucherCodes.hash(clear.toString("utf8"));
    const { numAffectedRows } = await sql`
      update vouchers set code_encrypted = ${encrypted}, code_hash = ${hash}
      where id = ${id} and code_encrypted = ${before}`.execute(db);
    return numAffectedRows === 1n;
  },
};

/** Those of accounts, and those of registrations that were refused a moment ago. */
const DOCUMENT_IDS = sql`
  select id from verification_documents
  union all select document_id from pending_registrations where document_id is not null`;

const documents: EncryptedPlace = {
  purpose: "document",
  where: "verification_documents",
  next: async ({ db, media }, after, limit) => {
    const { rows } = await sql<{ id: string }>`
      select id from (${DOCUMENT_IDS}) documents where id > ${after ?? FIRST}::uuid order by id limit ${limit}`.execute(
      db,
    );
    const things: EncryptedThing[] = [];
    // A row without its file is a document that nobody can open; one that was just removed is none.
    for (const { id } of rows)
      things.push({ id, encrypted: (await readEncryptedDocument({ media }, id)) ?? new Uint8Array() });
    return things;
  },
  replace: async ({ db, media }, { id }, encrypted) => {
    await replaceEncryptedDocument({ media }, id, encrypted);
    // Its file may have been erased between reading and writing: then it shall not come back.
    const { rows } = await sql`select from (${DOCUMENT_IDS}) documents where id = ${id}`.execute(db);
    if (rows.length === 0) await deleteDocument({ media }, id);
    return rows.length > 0;
  },
};

/** Every place; tests compare them with the purposes and with the columns of the database. */
export const ENCRYPTED_PLACES: readonly EncryptedPlace[] = [
  column("second-factor", "second_factors", "user_id", "secret_encrypted"),
  column("payout-details", "payout_destinations", "id", "encrypted"),
  column("payout-file", "payout_batches", "id", "file_encrypted"),
  column("settlement-preview", "settlement_previews", "id", "events_encrypted"),
  column("tax-details", "seller_tax_details", "user_id", "encrypted"),
  column("microblog-request", "microblog_requests", "id", "pending_encrypted"),
  column("microblog-link", "microblog_links", "id", "credentials_encrypted"),
  vouchers,
  documents,
];
