import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Jobs } from "../jobs.ts";
import { deleteDocument, readDocument, storeDocument } from "../media/media.server.ts";
import type { Media } from "../media/media-port.ts";
import { rolesWith } from "../operator-rights.server.ts";
import { lockStatus } from "../users/user.server.ts";
import { DOCUMENT_KINDS, type DocumentKind } from "./verification.schema.ts";

interface DocumentServices {
  db: Kysely<DB>;
  media: Media;
  encryption: Encryption;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}

interface ListedDocument {
  id: string;
  kind: DocumentKind;
  content_type: string;
  byte_count: number;
  created_at: Date;
}

export interface ReadableDocument {
  kind: DocumentKind;
  content_type: string;
  bytes: Buffer;
}

export function documentKind(name: string): DocumentKind | null {
  return DOCUMENT_KINDS.find((kind) => kind === name) ?? null;
}

export function mayChangeDocuments(status: string): boolean {
  return status === "CREATED" || status === "DECLINED";
}

/** Deletes the replaced file. "closed" while in review or accepted. */
export async function uploadDocument(
  services: DocumentServices,
  given: { user_id: string; kind: DocumentKind; bytes: Uint8Array },
): Promise<"saved" | "closed" | "file_format" | "file_size" | "too_long"> {
  const { user_id, kind } = given;
  const stored = await storeDocument(services, { id: services.newId(), bytes: given.bytes });
  if (stored.outcome === "refused") return stored.reason;
  const { id, content_type, byte_count } = stored;
  let isSaved = false;
  try {
    isSaved = await services.db.transaction().execute(async (trx) => {
      if (!(await lockForChange(trx, user_id))) return false;
      await dropDocument(trx, services.jobs, user_id, kind);
      await trx
        .insertInto("verification_documents")
        .values({ id, user_id, kind, content_type, byte_count, created_at: services.clock() })
        .execute();
      return true;
    });
  } finally {
    if (!isSaved) await deleteDocument(services, id);
  }
  return isSaved ? "saved" : "closed";
}

export async function removeDocument(
  services: Pick<DocumentServices, "db" | "jobs">,
  given: { user_id: string; kind: DocumentKind },
): Promise<"removed" | "closed"> {
  return await services.db.transaction().execute(async (trx) => {
    if (!(await lockForChange(trx, given.user_id))) return "closed";
    await dropDocument(trx, services.jobs, given.user_id, given.kind);
    return "removed";
  });
}

async function lockForChange(trx: Transaction<DB>, userId: string): Promise<boolean> {
  return mayChangeDocuments(await lockStatus(trx, userId));
}

async function dropDocument(
  trx: Transaction<DB>,
  jobs: Jobs,
  userId: string,
  kind: DocumentKind,
): Promise<void> {
  const dropped = await trx
    .deleteFrom("verification_documents")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .returning("id")
    .execute();
  await eraseFiles(trx, jobs, dropped);
}

async function eraseFiles(
  trx: Transaction<DB>,
  jobs: Jobs,
  documents: readonly { id: string }[],
): Promise<void> {
  if (documents.length === 0) return;
  await jobs.enqueue(trx, "media.erase", {
    media_ids: [],
    document_ids: documents.map((document) => document.id),
  });
}

export async function listDocuments(db: Kysely<DB>, userId: string): Promise<ListedDocument[]> {
  const rows = await db
    .selectFrom("verification_documents")
    .select(["id", "kind", "content_type", "byte_count", "created_at"])
    .where("user_id", "=", userId)
    .execute();
  return DOCUMENT_KINDS.flatMap((kind) =>
    rows.filter((row) => row.kind === kind).map((row) => ({ ...row, kind })),
  );
}

export async function readOwnDocument(
  services: Pick<DocumentServices, "db" | "media" | "encryption">,
  given: { document_id: string; user_id: string },
): Promise<ReadableDocument | null> {
  const row = await services.db
    .selectFrom("verification_documents")
    .select(["id", "kind", "content_type"])
    .where("id", "=", given.document_id)
    .where("user_id", "=", given.user_id)
    .executeTakeFirst();
  return row ? await readBytes(services, row) : null;
}

export async function readDocumentAsOperator(
  services: Pick<DocumentServices, "db" | "media" | "encryption" | "clock">,
  given: { document_id: string; operator_id: string },
): Promise<ReadableDocument | null> {
  const row = await services.db
    .selectFrom("verification_documents as d")
    .innerJoin("users as operator", (join) =>
      join.on("operator.id", "=", given.operator_id).on("operator.role", "in", rolesWith("content")),
    )
    .select(["d.id", "d.user_id", "d.kind", "d.content_type"])
    .where("d.id", "=", given.document_id)
    .executeTakeFirst();
  if (!row) return null;
  await services.db
    .insertInto("document_views")
    .values({
      document_id: row.id,
      user_id: row.user_id,
      kind: row.kind,
      viewer_id: given.operator_id,
      at: services.clock(),
    })
    .execute();
  return await readBytes(services, row);
}

async function readBytes(
  services: Pick<DocumentServices, "media" | "encryption">,
  row: { id: string; kind: string; content_type: string },
): Promise<ReadableDocument | null> {
  const kind = documentKind(row.kind);
  const bytes = await readDocument(services, row.id);
  return kind && bytes ? { kind, content_type: row.content_type, bytes } : null;
}

export async function listDocumentViews(
  db: Kysely<DB>,
  userId: string,
): Promise<{ id: number; kind: string; viewer: string; at: Date }[]> {
  return await db
    .selectFrom("document_views as v")
    .innerJoin("users as u", "u.id", "v.viewer_id")
    .select(["v.id", "v.kind", "u.email as viewer", "v.at"])
    .where("v.user_id", "=", userId)
    .orderBy("v.id", "desc")
    .limit(productRules.admin_rows)
    .execute();
}
