import { createHmac, timingSafeEqual } from "node:crypto";
import type { NoticeReading } from "../../provider-port.ts";
import { noticeSchema } from "./wire.ts";

const TOLERANCE_SECONDS = 300;
const SIGNATURE_HEADER = "Tribute-Sandbox-Signature";

/**
 * Verifies a notice on its raw bytes: HMAC-SHA256 over `<t>.<body>`, at most five minutes old or ahead. Several v1
 * may stand in the header, so that the secret can be changed without a gap. "malformed" is an authentic notice that
 * this adapter does not understand; whatever is not proven is "signature".
 */
export function readSandboxNotice(
  secret: string,
  rawBody: Uint8Array,
  headers: Headers,
  receivedAt: Date,
): NoticeReading {
  const header = parseSignature(headers.get(SIGNATURE_HEADER) ?? "");
  if (!header) return { outcome: "refused", reason: "signature" };

  const expected = createHmac("sha256", secret).update(`${header.seconds}.`).update(rawBody).digest();
  // Every candidate is compared, so that the time taken does not tell which one matched.
  const matches = header.signatures.filter((signature) => timingSafeEqual(signature, expected));
  if (matches.length === 0) return { outcome: "refused", reason: "signature" };

  const age = Math.abs(receivedAt.getTime() / 1000 - Number(header.seconds));
  if (age > TOLERANCE_SECONDS) return { outcome: "refused", reason: "stale" };

  const parsed = noticeSchema.safeParse(parseJson(rawBody));
  if (!parsed.success) return { outcome: "refused", reason: "malformed" };
  return {
    outcome: "verified",
    eventId: parsed.data.event_id,
    providerRef: parsed.data.payment_ref,
    paymentId: parsed.data.payment_id,
    kind: parsed.data.kind,
  };
}

/** The digits of `t` are kept as text: they were signed as text. */
function parseSignature(header: string): { seconds: string; signatures: Buffer[] } | null {
  if (header.length > 1000) return null;
  let seconds: string | null = null;
  const signatures: Buffer[] = [];
  for (const part of header.split(",")) {
    const [name, value = ""] = part.trim().split("=", 2);
    if (name === "t" && /^\d{1,12}$/.test(value)) seconds = value;
    if (name === "v1" && /^[0-9a-f]{64}$/.test(value)) signatures.push(Buffer.from(value, "hex"));
  }
  return seconds === null || signatures.length === 0 ? null : { seconds, signatures };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
