import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption, EncryptionPurpose, VoucherCodes } from "../../crypto/crypto.server.ts";
import { deleteDocument, readEncryptedDocument, replaceEncryptedDocument } from "../media/media.server.ts";
import type { MediaStore } from "../media/media-port.ts";

/** The bytes are bound to the id. */
interface EncryptedThing {
  id: string;
  encrypted: Uint8Array;
}

interface EncryptedPlace {
  purpose: EncryptionPurpose;
  where: string;
  next(services: PlaceServices, after: string | null, limit: number): Promise<EncryptedThing[]>;
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

/** The same secret keys a code's hash. */
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
    // A row without its file is unreadable, unless just removed.
    for (const { id } of rows)
      things.push({ id, encrypted: (await readEncryptedDocument({ media }, id)) ?? new Uint8Array() });
    return things;
  },
  replace: async ({ db, media }, { id }, encrypted) => {
    await replaceEncryptedDocument({ media }, id, encrypted);
    // A file erased meanwhile must not return.
    const { rows } = await sql`select from (${DOCUMENT_IDS}) documents where id = ${id}`.execute(db);
    if (rows.length === 0) await deleteDocument({ media }, id);
    return rows.length > 0;
  },
};

export const ENCRYPTED_PLACES: readonly EncryptedPlace[] = [
  column("second-factor", "second_factors", "user_id", "secret_encrypted"),
  column("payout-details", "payout_destinations", "id", "encrypted"),
  column("payout-file", "payout_batches", "id", "file_encrypted"),
  column("settlement-preview", "settlement_previews", "id", "events_encrypted"),
  column("tax-details", "seller_tax_details", "user_id", "encrypted"),
  column("microblog-request", "microblog_requests", "id", "pending_encrypted"),
  column("microblog-link", "microblog_links", "id", "credentials_encrypted"),
  column("webhook-secret", "webhook_endpoints", "id", "secret_encrypted"),
  column("webhook-secret", "webhook_endpoints", "id", "earlier_secret_encrypted"),
  vouchers,
  documents,
];

const BATCH = 100;

interface Services extends PlaceServices {
  encryption: Encryption;
}

interface Reencrypted {
  /** "refused": some open with no key; nothing changed. */
  outcome: "done" | "refused";
  reencrypted: number;
  current: number;
  unreadable: { where: string; id: string }[];
}

/**
 * Refuses if anything is unreadable, unless `skip_unreadable`. Safe beside a running Tribute with both keys;
 * resumable.
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

/** True if no sample opens. Skips files: their storage may be away. */
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
