import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { createEncryption, type Encryption } from "../../../app/crypto/crypto.server.ts";
import { decideTerms } from "../../../app/domain/auth/registration.server.ts";
import { createAccount } from "../../../app/domain/users/user.server.ts";
import { uploadDocument } from "../../../app/domain/verification/creator-documents.server.ts";
import {
  acceptVerification,
  type Decision,
  declineVerification,
} from "../../../app/domain/verification/decisions.server.ts";
import { type HandedIn, handInVerification } from "../../../app/domain/verification/submission.server.ts";
import { DOCUMENT_KINDS, type DocumentKind } from "../../../app/domain/verification/verification.schema.ts";
import type { DB } from "../../../db/schema.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import { pdf } from "../fixtures/upload-corpus.ts";
import { type Creator, createCreator, createTipWorld, type TipWorld } from "./tip-world.ts";

/** Creators on their way through verification, and an operator who decides. */
export interface VerificationWorld extends TipWorld {
  media: ReturnType<typeof memoryStore>;
  encryption: Encryption;
  operator: { operator_id: string; email: string };
  /** A creator to whom nothing is missing but the four documents and the photo. */
  newcomer(status?: "CREATED" | "ACTIVE"): Promise<Creator>;
  uploadAll(creator: Creator): Promise<void>;
  /** Hands in, without a photo unless it is asked for. */
  handIn(creator: Creator, skipsPhoto?: boolean, waived?: readonly DocumentKind[]): Promise<HandedIn>;
  /** A creator who has handed in. */
  waiting(): Promise<Creator>;
  accept(creator: Creator): Promise<Decision>;
  decline(creator: Creator, reason?: string): Promise<Decision>;
  mailsTo(creator: Creator): Promise<{ template: string; params: unknown }[]>;
  /** The documents whose files a queued job erases. */
  erasedFiles(): Promise<string[]>;
}

export async function createVerificationWorld(db: Kysely<DB>): Promise<VerificationWorld> {
  const tipWorld = createTipWorld(db);
  const media = memoryStore();
  const encryption = createEncryption("a secret of at least thirty-two characters");
  const services = { ...tipWorld, media, encryption };
  const operator = { operator_id: randomUUID(), email: "operator@tribute.example" };
  await createAccount(db, {
    id: operator.operator_id,
    email: operator.email,
    name: null,
    username: null,
    currency: "EUR",
    locale: null,
    role: "ADMIN",
    now: tipWorld.clock(),
  });
  const world: VerificationWorld = {
    ...services,
    operator,
    newcomer: async (status = "CREATED") => {
      const creator = await createCreator(tipWorld, { status });
      const country = await db.selectFrom("countries").select("id").executeTakeFirstOrThrow();
      await db
        .updateTable("users")
        .set({
          firstname: "Ada",
          lastname: "Kessler",
          address: "Gasse 7",
          zipcode: "04229",
          city: "Leipzig",
          country_id: country.id,
          date_of_birth: "1991-03-29",
        })
        .where("id", "=", creator.id)
        .execute();
      await db
        .insertInto("social_links")
        .values({ user_id: creator.id, network: "twitter", handle: "ada" })
        .execute();
      await decideTerms(db, creator.id, true, tipWorld.clock());
      return creator;
    },
    uploadAll: async (creator) => {
      for (const kind of DOCUMENT_KINDS) {
        const answer = await uploadDocument(services, { user_id: creator.id, kind, bytes: pdf() });
        if (answer !== "saved") throw new Error(`${kind} was not saved: ${answer}`);
      }
    },
    handIn: (creator, skips_photo = true, waived = []) =>
      handInVerification(services, { user_id: creator.id, skips_photo, waived }),
    waiting: async () => {
      const creator = await world.newcomer();
      await world.uploadAll(creator);
      const answer = await world.handIn(creator);
      if (answer.outcome !== "handed_in") throw new Error(`not handed in: ${answer.outcome}`);
      return creator;
    },
    accept: (creator) => acceptVerification(services, { ...operator, user_id: creator.id }),
    decline: (creator, reason = "Too dark") =>
      declineVerification(services, {
        ...operator,
        user_id: creator.id,
        reasons: { mediafile_pass: reason },
      }),
    mailsTo: (creator) =>
      db
        .selectFrom("mail_outbox")
        .select(["template", "params"])
        .where("recipient", "=", `${creator.username}@example.org`)
        .orderBy("created_at")
        .execute(),
    erasedFiles: async () => {
      const { rows } = await sql<{ data: { document_ids: string[] } }>`
        select data from pgboss.job where name = 'media.erase' and not data ? 'unless_used'`.execute(db);
      return rows.flatMap(({ data }) => data.document_ids);
    },
  };
  return world;
}
