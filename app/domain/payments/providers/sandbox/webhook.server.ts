import { parseOutsideJson } from "../../../outside-json/outside-json.server.ts";
import type { NoticeReading } from "../../provider-port.ts";
import { verifySignedNotice } from "../signed-notice.ts";
import { noticeSchema } from "./wire.ts";

const SIGNATURE_HEADER = "Tribute-Sandbox-Signature";

/**
 * Verifies a notice on its raw bytes (`verifySignedNotice`). "malformed" is an authentic notice that this adapter does not
 * understand; whatever is not proven is "signature".
 */
export function readSandboxNotice(
  secret: string,
  rawBody: Uint8Array,
  headers: Headers,
  receivedAt: Date,
): NoticeReading {
  const verdict = verifySignedNotice(secret, headers.get(SIGNATURE_HEADER), rawBody, receivedAt);
  if (verdict !== "verified") return { outcome: "refused", reason: verdict };
  const parsed = noticeSchema.safeParse(parseOutsideJson(rawBody));
  if (!parsed.success) return { outcome: "refused", reason: "malformed" };
  return {
    outcome: "verified",
    eventId: parsed.data.event_id,
    providerRef: parsed.data.payment_ref,
    paymentId: parsed.data.payment_id,
    kind: parsed.data.kind,
  };
}
