import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Encryption } from "../../app/crypto/crypto.server.ts";
import { findOperator } from "../../app/domain/users/user.server.ts";
import { uploadDocument } from "../../app/domain/verification/creator-documents.server.ts";
import { declineVerification } from "../../app/domain/verification/decisions.server.ts";
import { handInVerification } from "../../app/domain/verification/submission.server.ts";
import { DOCUMENT_KINDS } from "../../app/domain/verification/verification.schema.ts";
import type { Locale } from "../../locales/index.ts";
import { DEMO_OPERATOR } from "./demo-logins.ts";
import type { DemoServices } from "./demo-tips.ts";
import type { DemoCreator } from "./world/creator-type.ts";
import { demoCreators } from "./world/creators.ts";

const DAY_MS = 86_400_000;
/** Shapes only, so none looks real. */
const DOCUMENTS = join(process.cwd(), "db/seeds/world/documents");

const REASON: Partial<Record<Locale, string>> & { en: string } = {
  en: "The lower edge is cut off: the number cannot be read.",
  de: "Der untere Rand fehlt: Die Nummer ist nicht zu lesen.",
};

/** Symbolic documents. Idempotent. */
export async function tellVerifications(services: DemoServices & { encryption: Encryption }): Promise<void> {
  const operator = await findOperator(services.db, DEMO_OPERATOR);
  for (const creator of demoCreators) {
    if (creator.status !== "PENDING" && creator.status !== "DECLINED") continue;
    await tellVerification(services, creator, operator?.id ?? null);
  }
}

async function tellVerification(
  services: DemoServices & { encryption: Encryption },
  creator: DemoCreator,
  operatorId: string | null,
): Promise<void> {
  const user = await services.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", creator.email)
    .where("status", "=", "CREATED")
    .executeTakeFirst();
  if (!user) return;
  const daysAgo = (days: number) => {
    const day = new Date(services.clock().getTime() - days * DAY_MS);
    return { ...services, clock: () => day };
  };
  const then = daysAgo(creator.status === "DECLINED" ? 2 : 1);
  for (const kind of DOCUMENT_KINDS)
    await uploadDocument(then, {
      user_id: user.id,
      kind,
      bytes: await readFile(join(DOCUMENTS, `${kind}.png`)),
    });
  const handedIn = await handInVerification(then, { user_id: user.id, skips_photo: true, waived: [] });
  if (handedIn.outcome !== "handed_in")
    throw new Error(`the demo's ${creator.username} could not hand in: ${JSON.stringify(handedIn)}`);
  if (creator.status !== "DECLINED" || operatorId === null) return;
  await declineVerification(daysAgo(1), {
    user_id: user.id,
    operator_id: operatorId,
    reasons: { mediafile_pass: REASON[creator.locale] ?? REASON.en },
  });
}
