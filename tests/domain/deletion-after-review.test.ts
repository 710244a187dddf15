import { unzipSync } from "fflate";
import { expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { deleteAccount, giveUp, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { openSession } from "../../app/domain/auth/sessions.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import { deleteDocument } from "../../app/domain/media/media.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { declineTip } from "../../app/domain/tips/review.server.ts";
import {
  listDocuments,
  readDocumentAsOperator,
} from "../../app/domain/verification/creator-documents.server.ts";
import { readAllRows } from "../support/database/all-rows.ts";
import { test as it } from "../support/domain-test.ts";
import { type Creator, payTip } from "../support/money/tip-world.ts";
import { createVerificationWorld, type VerificationWorld } from "../support/money/verification-world.ts";

// What operators wrote and saw of a creator, beside what the creator wrote: all of it goes with the account.

const tokens = createTokens("a secret of at least thirty-two characters");
let world: VerificationWorld;

it.beforeAll(async ({ database }) => {
  world = await createVerificationWorld(database.db);
});

/** Words that stand in one place each: a decline, a fan's words, the note about them, a browser. */
const WORDS = [
  "Kesselflicker unscharf",
  "www.zwoelfuhrgasse.example",
  "Adelheid gemeint",
  "Kleinposemuckel 1.0",
];

/** A creator who was declined once, whose documents were looked at, whose tip was declined, and who is signed in. */
async function reviewed(): Promise<Creator> {
  const creator = await world.waiting();
  for (const { id } of await listDocuments(world.db, creator.id))
    await readDocumentAsOperator(world, { document_id: id, operator_id: world.operator.operator_id });
  await world.decline(creator, WORDS[0]);
  world.time.passSeconds(60);
  await world.handIn(creator);
  await world.accept(creator);
  const payment = await payTip(world, creator, {
    type: "INETCASH_OB",
    amount: 50_00,
    message: WORDS[1] ?? "",
  });
  const { operator_id } = world.operator;
  await declineTip(world, { tip_id: payment.tip_id ?? "", operator_id, reason: WORDS[2] ?? "" });
  const left = { creator_id: creator.id, currency: "EUR", amount_minor: minor(50_00) };
  await world.db.transaction().execute((trx) => giveUp(trx, world, left, "later", world.clock()));
  await openSession(world.db, {
    id: world.newId(),
    user_id: creator.id,
    user_agent: WORDS[3] ?? "",
    has_second_factor: false,
    now: world.clock(),
  });
  return creator;
}

async function mailedToken(): Promise<string> {
  const { dedupe_key } = await world.db
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", "deletion")
    .executeTakeFirstOrThrow();
  return tokens.sign("deletion", dedupe_key.slice("deletion:".length));
}

it("a deletion after a review leaves nothing that operators wrote about the creator, and no document; the log stays, without a name", async () => {
  const creator = await reviewed();
  const email = `${creator.username}@example.org`;
  const personal = [...WORDS, creator.username, email, "Gasse 7", "1991-03-29"];
  const before = await readAllRows(world.db);
  for (const datum of personal) expect(before, datum).toContain(datum);
  const documents = (await listDocuments(world.db, creator.id)).map(({ id }) => id);
  expect(documents).toHaveLength(4);
  const { entries } = await listAudit(world.db, { subject: `user:${creator.id}` });

  expect(await requestDeletion({ ...world, tokens }, creator.id)).toBe("sent");
  expect(await deleteAccount(world, { user_id: creator.id, token: await mailedToken() })).toBe("deleted");
  const after = await readAllRows(world.db);
  for (const datum of personal) expect(after.includes(datum), datum).toBe(false);
  expect((await listAudit(world.db, { subject: `user:${creator.id}` })).entries).toEqual(entries);
  expect(entries.map(({ action }) => action)).toEqual(["verification.accepted", "verification.declined"]);
  expect((await world.erasedFiles()).sort()).toEqual([...documents].sort());
  for (const id of documents) await deleteDocument(world, id);
  expect(world.media.keys()).toEqual([]);
});

it("the export before a deletion holds the creator's own data, not what operators keep for themselves", async () => {
  const creator = await reviewed();
  const files = unzipSync(await exportAccount(world, creator.id, world.clock()));
  const text = Object.values(files)
    .map((file) => Buffer.from(file).toString())
    .join("\n");
  for (const own of [creator.username, "Gasse 7", WORDS[3] ?? ""]) expect(text, own).toContain(own);
  for (const hidden of [WORDS[1], WORDS[2], world.operator.email])
    expect(text.includes(hidden ?? ""), hidden).toBe(false);
});
