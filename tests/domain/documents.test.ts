import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { findPendingRegistration, keepRegistration } from "../../app/domain/auth/registration.server.ts";
import type { JobData } from "../../app/domain/jobs.ts";
import { documentKey, eraseMedia, storeDocument } from "../../app/domain/media/media.server.ts";
import {
  listDocuments,
  listDocumentViews,
  readDocumentAsOperator,
  readOwnDocument,
  removeDocument,
  uploadDocument,
} from "../../app/domain/verification/creator-documents.server.ts";
import { expireDocuments } from "../../app/domain/verification/decisions.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import { test as it } from "../support/domain-test.ts";
import { pdf, uploadCorpus } from "../support/fixtures/upload-corpus.ts";
import { type Creator, DAY_SECONDS } from "../support/money/tip-world.ts";
import { createVerificationWorld, type VerificationWorld } from "../support/money/verification-world.ts";

let world: VerificationWorld;

it.beforeAll(async ({ database }) => {
  world = await createVerificationWorld(database.db);
});

describe("a document", () => {
  it("a document replaces an earlier one, whose file is deleted", async () => {
    const creator = await world.newcomer();
    await world.uploadAll(creator);
    const [first] = await listDocuments(world.db, creator.id);
    const kind = "mediafile_pass";
    expect(await uploadDocument(world, { user_id: creator.id, kind, bytes: pdf() })).toBe("saved");
    const now = await listDocuments(world.db, creator.id);
    expect(now).toHaveLength(4);
    expect(now[0]?.id).not.toBe(first?.id);
    expect(await world.erasedFiles()).toContain(first?.id);
    expect(await removeDocument(world, { user_id: creator.id, kind })).toBe("removed");
    expect(await world.erasedFiles()).toContain(now[0]?.id);
    expect(await listDocuments(world.db, creator.id)).toHaveLength(3);
  });

  it("a document is not changed while it is being checked, and no other account's document is kept", async () => {
    const creator = await world.waiting();
    const [files, rows] = [world.media.keys(), await listDocuments(world.db, creator.id)];
    const given = { user_id: creator.id, kind: "mediafile_pass" as const };
    expect(await uploadDocument(world, { ...given, bytes: pdf() })).toBe("closed");
    expect(await removeDocument(world, given)).toBe("closed");
    expect(world.media.keys()).toEqual(files);
    expect(await listDocuments(world.db, creator.id)).toEqual(rows);
  });

  it("a document is read by its owner, by operators with a row in the log, and by nobody else", async () => {
    const [creator, other] = [await world.waiting(), await world.waiting()];
    const [document] = await listDocuments(world.db, creator.id);
    const document_id = document?.id ?? "";
    const own = await readOwnDocument(world, { document_id, user_id: creator.id });
    expect(own?.bytes.toString()).toBe(pdf().toString());
    expect(await readOwnDocument(world, { document_id, user_id: other.id })).toBeNull();
    expect(await readDocumentAsOperator(world, { document_id, operator_id: other.id })).toBeNull();
    expect(await listDocumentViews(world.db, creator.id)).toEqual([]);
    expect(await readDocumentAsOperator(world, { document_id, ...world.operator })).not.toBeNull();
    expect(await listDocumentViews(world.db, creator.id)).toMatchObject([
      { kind: "mediafile_pass", viewer: "operator@tribute.example", at: world.clock() },
    ]);
    await expect(world.db.deleteFrom("document_views").execute()).rejects.toThrow();
  });
});

it("several registrations at once from one browser leave one document behind, which the browser's row names", async () => {
  const document = pdf();
  const first = await keepRegistration(world, null, { password: null, document });
  const others = world.media.keys().filter((key) => key !== documentKey(first.pending?.document?.id ?? ""));
  for (let round = 0; round < 5; round += 1)
    await all(many(8), () => keepRegistration(world, first.token, { password: null, document }));
  const kept = await findPendingRegistration(world, { token: first.token, id: first.pending?.id ?? null });
  expect(world.media.keys().toSorted()).toEqual(
    [...others, documentKey(kept?.document?.id ?? "")].toSorted(),
  );
});

it("a document that no row names is erased a day later, and one that a row names stays", async () => {
  const bytes = pdf();
  const left = await storeDocument(world, { id: world.newId(), bytes });
  if (left.outcome !== "stored") throw new Error(left.reason);
  const { pending } = await keepRegistration(world, null, { password: null, document: bytes });
  const used = pending?.document?.id ?? "";
  const { rows } = await sql<{ data: JobData["media.erase"]; is_due: boolean }>`
    select data, start_after <= ${new Date(world.clock().getTime() + 86_400_000)} as is_due
    from pgboss.job where name = 'media.erase' and data ->> 'unless_used' = 'true'`.execute(world.db);
  const own = rows.filter(({ data }) => [left.id, used].includes(data.document_ids[0] ?? ""));
  expect(own.map(({ is_due }) => is_due)).toEqual([true, true]);
  for (const { data } of own) await eraseMedia(world, data);
  expect(world.media.keys()).not.toContain(documentKey(left.id));
  expect(world.media.keys()).toContain(documentKey(used));
});

it("a file sent as a document is stored as a picture drawn anew or a whole PDF, or refused without a trace", async () => {
  const creator = await world.newcomer();
  const kind = "mediafile_invoice";
  for (const { what, bytes, outcome } of await uploadCorpus()) {
    await removeDocument(world, { user_id: creator.id, kind });
    const files = world.media.keys();
    const answer = await uploadDocument(world, { user_id: creator.id, kind, bytes });
    expect(answer, what).toBe(outcome === "taken" ? "saved" : outcome);
    const [document] = await listDocuments(world.db, creator.id);
    if (outcome !== "taken") {
      expect(document, what).toBeUndefined();
      expect(world.media.keys(), what).toEqual(files);
      continue;
    }
    const read = await readOwnDocument(world, { document_id: document?.id ?? "", user_id: creator.id });
    const kept = read?.bytes ?? Buffer.alloc(0);
    expect(kept.includes("Kesselflicker"), what).toBe(false);
    if (document?.content_type === "image/webp") {
      const { format, exif } = await sharp(kept).metadata();
      expect([format, exif], what).toEqual(["webp", undefined]);
    }
    // At rest nothing of it can be read.
    const encrypted = Buffer.from((await world.media.get(`${document?.id}/document.sealed`)) ?? []);
    expect(encrypted.includes(kept.subarray(0, 16)), what).toBe(false);
  }
});

it("documents are deleted 90 days after the decision; newer ones and those being checked stay", async () => {
  const [accepted, declined, open] = [await world.waiting(), await world.waiting(), await world.waiting()];
  await world.accept(accepted);
  await world.decline(declined);
  world.time.passSeconds(60);
  await uploadDocument(world, { user_id: declined.id, kind: "mediafile_pass", bytes: pdf() });
  const left = async (creator: Creator) => (await listDocuments(world.db, creator.id)).length;
  world.time.passSeconds(90 * DAY_SECONDS - 120);
  await expireDocuments(world);
  expect(await Promise.all([accepted, declined, open].map(left))).toEqual([4, 4, 4]);
  world.time.passSeconds(120);
  const [gone] = await listDocuments(world.db, accepted.id);
  await expireDocuments(world);
  expect(await Promise.all([accepted, declined, open].map(left))).toEqual([0, 1, 4]);
  expect(await world.erasedFiles()).toContain(gone?.id);
});

it("a document that cannot be erased holds up no other, is reported, and is erased in the next run", async () => {
  const creator = await world.waiting();
  await world.accept(creator);
  const [bad] = await listDocuments(world.db, creator.id);
  const key = bad?.id ?? "";
  world.time.passSeconds(90 * DAY_SECONDS);
  const left = async () => (await listDocuments(world.db, creator.id)).map(({ id }) => id);
  await whileRefused(world.db, { table: "verification_documents", event: "delete", id: key }, async () => {
    expect((await expireDocuments(world)).failed).toEqual([{ key, error: REFUSAL }]);
    expect(await left()).toEqual([key]);
  });
  expect((await expireDocuments(world)).failed).toEqual([]);
  expect(await left()).toEqual([]);
  expect(await world.erasedFiles()).toContain(key);
});
