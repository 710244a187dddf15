import { createCipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import {
  createEncryption,
  createVoucherCodes,
  ENCRYPTION_PURPOSES,
  type Encryption,
  type EncryptionPurpose,
} from "../../app/crypto/crypto.server.ts";
import type { MediaStore } from "../../app/domain/media/media-port.ts";
import {
  ENCRYPTED_PLACES,
  isWrongKey,
  reencryptAll,
} from "../../app/domain/reencryption/reencryption.server.ts";
import { localMediaStore } from "../../app/media/local-store.server.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { type Creator, createCreator, createTipWorld, type TipWorld } from "../support/money/tip-world.ts";

const OLD = "the old key of at least thirty-two characters";
const NEW = "the new key of at least thirty-two characters";
const BOTH = createEncryption(NEW, [OLD]);
const TEXT = Buffer.from("DE02 1203 0000 0000 2020 51");

let world: TipWorld;
let creator: Creator;
let media: MediaStore;

it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  media = memoryStore();
  creator = await createCreator(world);
});

/** As it was written before keys had names. */
function encryptNameless(purpose: EncryptionPurpose, belongsTo: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", OLD, "tribute", purpose, 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(belongsTo));
  return Buffer.concat([nonce, cipher.update(TEXT), cipher.final(), cipher.getAuthTag()]);
}

const codesWith = (secret: string) => createVoucherCodes(createEncryption(secret), secret);

type Ids = Record<(typeof ENCRYPTION_PURPOSES)[number], string>;

/** One thing in each place, encrypted with the old key, the document before keys had names. */
async function encryptEverything(): Promise<Ids> {
  const { db, clock } = world;
  const old = createEncryption(OLD);
  const at = clock();
  const ids: Ids = {
    "second-factor": creator.id,
    document: randomUUID(),
    "payout-details": randomUUID(),
    "payout-file": randomUUID(),
    "settlement-preview": randomUUID(),
    "tax-details": creator.id,
    "voucher-code": randomUUID(),
    "microblog-request": randomUUID(),
    "microblog-link": randomUUID(),
    "webhook-secret": randomUUID(),
  };
  await sql`insert into webhook_endpoints (id, user_id, address, events, secret_encrypted, made_at)
    values (${ids["webhook-secret"]}, ${creator.id}, 'https://ada.example/hook', '{tip.received}',
      ${old.encrypt("webhook-secret", ids["webhook-secret"], TEXT)}, ${at})`.execute(db);
  await sql`insert into second_factors (user_id, secret_encrypted, created_at)
    values (${creator.id}, ${old.encrypt("second-factor", creator.id, TEXT)}, ${at})`.execute(db);
  await sql`insert into payout_destinations (id, user_id, status, encrypted, has_paxum, masked_account, created_at)
    values (${ids["payout-details"]}, ${creator.id}, 'REPLACED',
      ${old.encrypt("payout-details", ids["payout-details"], TEXT)}, false, '', ${at})`.execute(db);
  await sql`insert into payout_batches (id, rail, currency, payouts_count, total_minor, file_name, content_type,
      file_encrypted, file_sha256, created_by, created_at, released_at, worth_eur_minor)
    values (${ids["payout-file"]}, 'SEPA', 'EUR', 1, 1, 'a', 'b', ${old.encrypt("payout-file", ids["payout-file"], TEXT)},
      '\\x00', ${creator.id}, ${at}, ${at}, 1)`.execute(db);
  const session_id = randomUUID();
  await sql`insert into sessions (id, user_id, user_agent, has_second_factor, created_at, renewed_at, expires_at)
    values (${session_id}, ${creator.id}, 'test', false, ${at}, ${at}, ${at})`.execute(db);
  await sql`insert into settlement_previews (id, provider, events_encrypted, rows_count, made_by, made_at)
    values (${ids["settlement-preview"]}, 'scripted',
      ${old.encrypt("settlement-preview", ids["settlement-preview"], TEXT)}, 1, ${creator.id}, ${at})`.execute(
    db,
  );
  await sql`insert into seller_tax_details (user_id, kind, encrypted, changed_at)
    values (${creator.id}, 'PERSON', ${old.encrypt("tax-details", creator.id, TEXT)}, ${at})`.execute(db);
  await sql`insert into vouchers (id, status, currency, amount_minor, locale, code_hash, code_encrypted, code_end, paid_at,
      matures_at, expires_at, created_at, updated_at)
    values (${ids["voucher-code"]}, 'VALID', 'EUR', 1000, 'en', ${codesWith(OLD).hash(TEXT.toString())},
      ${old.encrypt("voucher-code", ids["voucher-code"], TEXT)}, 'ABCD', ${at}, ${at}, ${at}, ${at}, ${at})`.execute(
    db,
  );
  await sql`insert into microblog_requests (id, user_id, network, authorize_url, pending_encrypted, tries_left, expires_at)
    values (${ids["microblog-request"]}, ${creator.id}, 'x', '',
      ${old.encrypt("microblog-request", ids["microblog-request"], TEXT)}, 5, ${at})`.execute(db);
  await sql`insert into microblog_links (id, user_id, network, account_id, handle, credentials_encrypted, linked_at, rounds_at)
    values (${ids["microblog-link"]}, ${creator.id}, 'x', '1', 'ada',
      ${old.encrypt("microblog-link", ids["microblog-link"], TEXT)}, ${at}, ${at})`.execute(db);
  await sql`insert into verification_documents (id, user_id, kind, content_type, byte_count, created_at)
    values (${ids.document}, ${creator.id}, 'mediafile_pass', 'image/webp', 1, ${at})`.execute(db);
  await media.put(`${ids.document}/document.sealed`, encryptNameless("document", ids.document));
  return ids;
}

const services = () => ({ db: world.db, media, voucherCodes: codesWith(NEW) });

/** What these keys open of it. */
async function readable(encryption: Encryption): Promise<EncryptionPurpose[]> {
  const found: EncryptionPurpose[] = [];
  for (const place of ENCRYPTED_PLACES)
    for (const { id, encrypted } of await place.next(services(), null, 10)) {
      try {
        expect(encryption.decrypt(place.purpose, id, encrypted)).toEqual(TEXT);
        found.push(place.purpose);
      } catch {
        // Not with these keys.
      }
    }
  return found.sort();
}

const everything = ENCRYPTION_PURPOSES.toSorted();
const run = (encryption: Encryption, skip_unreadable = false) =>
  reencryptAll({ ...services(), encryption }, { skip_unreadable });

describe("a new key", () => {
  it("a new key opens what the old one has encrypted, as long as the old one is configured", async () => {
    await encryptEverything();
    expect(await readable(BOTH)).toEqual(everything);
    expect(await readable(createEncryption(NEW))).toEqual([]);
  });

  it("a new key has everything encrypted anew by one command, which finds nothing to do the second time", async () => {
    const ids = await encryptEverything();
    expect(await run(BOTH)).toEqual({ outcome: "done", reencrypted: 10, current: 0, unreadable: [] });
    expect(await readable(createEncryption(NEW))).toEqual(everything);
    expect(await readable(createEncryption(OLD))).toEqual([]);
    const voucher = await world.db
      .selectFrom("vouchers")
      .select("code_hash")
      .where("id", "=", ids["voucher-code"])
      .executeTakeFirstOrThrow();
    expect(voucher.code_hash, "a code is found with the new key").toEqual(
      codesWith(NEW).hash(TEXT.toString()),
    );
    expect(await run(createEncryption(NEW))).toEqual({
      outcome: "done",
      reencrypted: 0,
      current: 10,
      unreadable: [],
    });
  });

  it("re-encryption with a new key leaves all as it is when something opens with none of the keys, and says what; or passes over it", async () => {
    const ids = await encryptEverything();
    await media.put(`${ids.document}/document.sealed`, randomBytes(80));
    const unreadable = [{ where: "verification_documents", id: ids.document }];
    expect(await run(BOTH)).toEqual({ outcome: "refused", reencrypted: 0, current: 0, unreadable });
    expect(await readable(createEncryption(NEW))).toEqual([]);
    expect(await run(BOTH, true)).toEqual({ outcome: "done", reencrypted: 9, current: 0, unreadable });
    expect(await readable(createEncryption(NEW))).toHaveLength(9);
  });

  it("re-encryption with a new key goes on where it was stopped", async () => {
    await encryptEverything();
    const put = media.put;
    media.put = () => Promise.reject(new Error("the disk is full"));
    await expect(run(BOTH)).rejects.toThrow("the disk is full");
    media.put = put;
    expect(await run(BOTH)).toMatchObject({ outcome: "done", reencrypted: 1, current: 9 });
  });

  it("re-encryption with a new key does not bring back what is replaced or erased at the same moment", async () => {
    const ids = await encryptEverything();
    const fresh = BOTH.encrypt("second-factor", creator.id, Buffer.from("another secret"));
    const put = media.put;
    // Between reading and writing, the document is erased.
    media.put = async (key, bytes) => {
      await sql`delete from verification_documents`.execute(world.db);
      await put(key, bytes);
    };
    const [place] = ENCRYPTED_PLACES;
    const [thing] = (await place?.next(services(), null, 1)) ?? [];
    if (!place || !thing) throw new Error("there is no second factor");
    await sql`update second_factors set secret_encrypted = ${fresh}`.execute(world.db);
    expect(await place.replace(services(), thing, Buffer.from("old"), TEXT)).toBe(false);
    await run(BOTH);
    expect(await media.get(`${ids.document}/document.sealed`)).toBeNull();
    const { rows } = await sql<{
      secret_encrypted: Buffer;
    }>`select secret_encrypted from second_factors`.execute(world.db);
    expect(rows).toEqual([{ secret_encrypted: fresh }]);
  });

  it("re-encryption with a new key reaches documents in a folder, too", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "tribute-reencrypt-"));
    media = localMediaStore(folder, randomUUID);
    await encryptEverything();
    await run(BOTH);
    expect(await readable(createEncryption(NEW))).toEqual(everything);
    await rm(folder, { recursive: true });
  });
});

describe("the wrong key", () => {
  it("the wrong key is known by opening nothing of what is there", async () => {
    expect(await isWrongKey({ ...services(), encryption: createEncryption(NEW) })).toBe(false);
    await encryptEverything();
    expect(await isWrongKey({ ...services(), encryption: createEncryption(NEW) })).toBe(true);
    expect(await isWrongKey({ ...services(), encryption: BOTH })).toBe(false);
  });
});

it("every purpose of encryption has its place, and every encrypted column is one", async () => {
  expect([...new Set(ENCRYPTED_PLACES.map(({ purpose }) => purpose))].sort()).toEqual(everything);
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and (column_name like '%encrypted%')
    order by 1`.execute(world.db);
  const places = ENCRYPTED_PLACES.map(({ where }) => where).filter((where) => where.includes("."));
  expect(places.sort()).toEqual(rows.map(({ name }) => name));
});
