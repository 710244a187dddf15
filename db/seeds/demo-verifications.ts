import sharp from "sharp";
import { findOperator } from "../../app/domain/accounts/accounts.server.ts";
import type { Seals } from "../../app/domain/tokens/tokens.server.ts";
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  declineVerification,
  handInVerification,
  uploadDocument,
} from "../../app/domain/verification/verification.server.ts";
import { DEMO_OPERATOR } from "./demo-logins.ts";
import type { DemoServices } from "./demo-tips.ts";
import type { DemoCreator } from "./world/creator-type.ts";
import { demoCreators } from "./world/creators.ts";

const DAY_MS = 86_400_000;

/** What the demo's operator found wrong, in the creator's language. */
const REASON = {
  en: "The lower edge is cut off: the number cannot be read.",
  de: "Der untere Rand fehlt: Die Nummer ist nicht zu lesen.",
};

/**
 * Lets the demo's creators who wait, or were declined, hand in as anybody does, with documents that are drawn and say
 * nothing. Those who have done so already are left as they are.
 */
export async function tellVerifications(services: DemoServices & { seals: Seals }): Promise<void> {
  const operator = await findOperator(services.db, DEMO_OPERATOR);
  for (const creator of demoCreators) {
    if (creator.status !== "PENDING" && creator.status !== "DECLINED") continue;
    await tellVerification(services, creator, operator?.id ?? null);
  }
}

async function tellVerification(
  services: DemoServices & { seals: Seals },
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
  const yesterday = new Date(services.clock().getTime() - DAY_MS);
  const then = { ...services, clock: () => yesterday };
  for (const kind of DOCUMENT_KINDS)
    await uploadDocument(then, { user_id: user.id, kind, bytes: await drawDocument(kind) });
  const handedIn = await handInVerification(then, { user_id: user.id, skips_photo: true });
  if (handedIn.outcome !== "handed_in")
    throw new Error(`the demo's ${creator.username} could not hand in: ${JSON.stringify(handedIn)}`);
  if (creator.status !== "DECLINED" || operatorId === null) return;
  await declineVerification(services, {
    user_id: user.id,
    operator_id: operatorId,
    reasons: { mediafile_pass: REASON[creator.locale] },
  });
}

/** A card, its back, somebody who holds it, or a letter: shapes alone, so that nobody takes it for a real one. */
async function drawDocument(kind: DocumentKind): Promise<Buffer> {
  const lines = (left: number, top: number, widths: readonly number[]) =>
    widths
      .map(
        (width, place) => `<rect x="${left}" y="${top + place * 34}" width="${width}" height="14" rx="7"/>`,
      )
      .join("");
  const person = (x: number, y: number, size: number) =>
    `<circle cx="${x}" cy="${y}" r="${size}"/><path d="M${x - size * 2} ${y + size * 3.4}a${size * 2} ${size * 2} 0 0 1 ${size * 4} 0z"/>`;
  const shapes: Record<DocumentKind, string> = {
    mediafile_pass: `${person(190, 200, 48)}${lines(360, 150, [320, 260, 300, 180])}${lines(100, 430, [600])}`,
    mediafile_passback: `${lines(100, 110, [420, 380, 440])}<rect x="100" y="360" width="600" height="90" rx="8"/>`,
    mediafile_shootout: `${person(300, 190, 80)}<rect x="510" y="200" width="210" height="135" rx="12" fill="#8a5a44"/>`,
    mediafile_invoice: `${lines(80, 70, [200, 180, 220])}${lines(80, 220, [620, 600, 640, 580, 300])}${lines(500, 430, [200])}`,
  };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#efe6da"/><rect x="20" y="20" width="760" height="460" rx="24" fill="#fbf7f1"/><g fill="#b9a793">${shapes[kind]}</g></svg>`;
  return await sharp(Buffer.from(svg)).png().toBuffer();
}
