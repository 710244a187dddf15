import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Encryption, newSecretToken, tokenHash } from "../../crypto/crypto.server.ts";
import { deleteDocument, storeDocument } from "../../media/media.server.ts";
import type { MediaStore } from "../../media/media-store.ts";
import { productRules } from "../../product-rules.ts";
import { hashPassword } from "./passwords.server.ts";

export interface PendingServices {
  db: Kysely<DB>;
  media: MediaStore;
  encryption: Encryption;
  newId: () => string;
  clock: () => Date;
}

/** What was good about a registration that was refused, so that it need not be entered again. */
export interface PendingRegistration {
  id: string;
  password_hash: string | null;
  document: { id: string; content_type: "image/webp" | "application/pdf"; byte_count: number } | null;
}

/**
 * The kept parts of a refused form, while their time lasts: the browser has to hold the token, and the form has to name
 * them. Whoever opens the form anew in the same browser may be somebody else, and starts with nothing.
 */
export async function findPendingRegistration(
  { db, clock }: Pick<PendingServices, "db" | "clock">,
  { token, id }: { token: string | null; id: string | null },
): Promise<PendingRegistration | null> {
  if (token === null || id === null) return null;
  const row = await ofToken(db, token, clock()).where("id", "=", id).executeTakeFirst();
  return row ? readPending(row) : null;
}

/** Lets go of what was kept, where no more may be. */
export async function forgetRegistration(
  services: PendingServices,
  { id }: PendingRegistration,
): Promise<void> {
  const row = await services.db
    .deleteFrom("pending_registrations")
    .where("id", "=", id)
    .returning("document_id")
    .executeTakeFirst();
  if (row?.document_id) await deleteDocument(services, row.document_id);
}

function ofToken(db: Kysely<DB>, token: string, now: Date) {
  return db
    .selectFrom("pending_registrations")
    .select(["id", "password_hash", "document_id", "content_type", "byte_count"])
    .where("token_hash", "=", tokenHash(token))
    .where("created_at", ">", pendingSince(now));
}

function readPending({
  id,
  password_hash,
  document_id,
  content_type,
  byte_count,
}: {
  id: string;
  password_hash: string | null;
  document_id: string | null;
  content_type: string | null;
  byte_count: number | null;
}): PendingRegistration {
  const isDocument = content_type === "image/webp" || content_type === "application/pdf";
  return {
    id,
    password_hash,
    document:
      document_id !== null && isDocument && byte_count !== null
        ? { id: document_id, content_type, byte_count }
        : null,
  };
}

/** Registrations that are kept began after this moment. */
function pendingSince(now: Date): Date {
  return new Date(now.getTime() - productRules.pending_registration_minutes * 60_000);
}

/**
 * Keeps a good password, as its hash, and a good document, encrypted, beside what is kept already. Returns what is kept
 * now, with the token by which the browser finds it again, and why the document is not among it.
 */
export async function keepRegistration(
  services: PendingServices,
  token: string | null,
  given: { password: string | null; document: Uint8Array | null },
): Promise<{
  token: string;
  pending: PendingRegistration | null;
  refused: "file_format" | "file_size" | "too_long" | null;
}> {
  const stored = given.document
    ? await storeDocument(services, { id: services.newId(), bytes: given.document })
    : null;
  const fresh = stored?.outcome === "stored" ? stored : null;
  const refused = stored?.outcome === "refused" ? stored.reason : null;
  let isKept = false;
  try {
    const password_hash = given.password === null ? null : await hashPassword(given.password);
    const written = await services.db
      .transaction()
      .execute((trx) => writePending(trx, services, token, { password_hash, document: fresh }));
    isKept = written.pending !== null;
    if (written.replaced !== null) await deleteDocument(services, written.replaced);
    return { token: written.token, pending: written.pending, refused };
  } finally {
    if (fresh && !isKept) await deleteDocument(services, fresh.id);
  }
}

/** Two tries of one browser at once come one after the other: else the document of one of them would belong to no row. */
async function writePending(
  trx: Transaction<DB>,
  { newId, clock }: Pick<PendingServices, "newId" | "clock">,
  token: string | null,
  given: Pick<PendingRegistration, "password_hash" | "document">,
): Promise<{ token: string; pending: PendingRegistration | null; replaced: string | null }> {
  const row = token === null ? undefined : await ofToken(trx, token, clock()).forUpdate().executeTakeFirst();
  const kept = row ? readPending(row) : null;
  const owner = kept && token !== null ? token : newSecretToken();
  const pending = {
    id: kept?.id ?? newId(),
    password_hash: given.password_hash ?? kept?.password_hash ?? null,
    document: given.document ?? kept?.document ?? null,
  };
  if (pending.password_hash === null && pending.document === null)
    return { token: owner, pending: null, replaced: null };
  const columns = {
    password_hash: pending.password_hash,
    document_id: pending.document?.id ?? null,
    content_type: pending.document?.content_type ?? null,
    byte_count: pending.document?.byte_count ?? null,
    created_at: clock(),
  };
  await trx
    .insertInto("pending_registrations")
    .values({ id: pending.id, token_hash: tokenHash(owner), ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  return { token: owner, pending, replaced: given.document ? (kept?.document?.id ?? null) : null };
}
