import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption, EncryptionPurpose, VoucherCodes } from "../../crypto/crypto.server.ts";
import { deleteDocument, readEncryptedDocument, replaceEncryptedDocument } from "../../media/media.server.ts";
import type { MediaStore } from "../../media/media-store.ts";

/** A thing that is encrypted: its id, which the bytes are tied to, and the bytes. */
interface EncryptedThing {
  id: string;
  encrypted: Uint8Array;
}

/** One place where encrypted things lie. */
interface EncryptedPlace {
  purpose: EncryptionPurpose;
  /** The column of the database, or the table whose rows have a file. */
  where: string;
  /** The next things in the order of their ids. */
  next(services: PlaceServices, after: string | null, limit: number): Promise<EncryptedThing[]>;
  /** Takes the place of what was read, here in the clear; false when it is another by now, or gone. */
  replace(services: PlaceServices, thing: EncryptedThing, encrypted: Buffer, clear: Buffer): Promise<boolean>;
}

interface PlaceServices {
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

const BATCH = 100;

interface Services extends PlaceServices {
  encryption: Encryption;
}

interface Reencrypted {
  /** "refused": some things open with none of the keys, and nothing was changed. */
  outcome: "done" | "refused";
  reencrypted: number;
  /** Encrypted with the current key before, or changed by somebody else meanwhile. */
  current: number;
  unreadable: { where: string; id: string }[];
}

/**
 * Encrypts everything anew with the current key that an earlier one has encrypted. Looks first whether all of it opens,
 * and refuses when something does not, unless `skip_unreadable` says to leave it as it is. Safe beside a running
 * Tribute that has both keys, and after a stop it goes on where it was: what has the current key is passed over.
 */
export async function reencryptAll(
  services: Services,
  given: { skip_unreadable: boolean; report?: (where: string, looked: number) => void },
): Promise<Reencrypted> {
  const { encryption } = services;
  const result: Reencrypted = { outcome: "done", reencrypted: 0, current: 0, unreadable: [] };
  for (const place of ENCRYPTED_PLACES)
    await eachThing(services, place, async (thing) => {
      if (!opens(encryption, place, thing)) result.unreadable.push({ where: place.where, id: thing.id });
    });
  if (result.unreadable.length > 0 && !given.skip_unreadable) return { ...result, outcome: "refused" };
  for (const place of ENCRYPTED_PLACES) {
    let looked = 0;
    await eachThing(services, place, async (thing) => {
      looked += 1;
      if (looked % BATCH === 0) given.report?.(place.where, looked);
      if (encryption.isCurrent(thing.encrypted)) result.current += 1;
      else if (opens(encryption, place, thing)) {
        const bytes = encryption.decrypt(place.purpose, thing.id, thing.encrypted);
        const encrypted = encryption.encrypt(place.purpose, thing.id, bytes);
        if (await place.replace(services, thing, encrypted, bytes)) result.reencrypted += 1;
        else result.current += 1;
      }
    });
    given.report?.(place.where, looked);
  }
  return result;
}

/**
 * True when there are encrypted things in the database and the keys open none of those that are looked at: the wrong
 * key was given. One of each kind is looked at. Files are not looked at, since their storage may be away.
 */
export async function isWrongKey(services: Services): Promise<boolean> {
  let found = 0;
  for (const place of ENCRYPTED_PLACES.filter(({ purpose }) => purpose !== "document")) {
    const [thing] = await place.next(services, null, 1);
    if (!thing) continue;
    if (opens(services.encryption, place, thing)) return false;
    found += 1;
  }
  return found > 0;
}

function opens(encryption: Encryption, place: EncryptedPlace, thing: EncryptedThing): boolean {
  try {
    encryption.decrypt(place.purpose, thing.id, thing.encrypted);
    return true;
  } catch {
    return false;
  }
}

async function eachThing(
  services: Services,
  place: EncryptedPlace,
  act: (thing: EncryptedThing) => Promise<void>,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const things: EncryptedThing[] = await place.next(services, after, BATCH);
    for (const thing of things) await act(thing);
    const last = things.at(-1);
    if (!last) return;
    after = last.id;
  }
}
