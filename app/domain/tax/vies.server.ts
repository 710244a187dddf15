import { z } from "zod";
import { isKeptAsItCame, parseOutsideJson, readShortText } from "../outside-json/outside-json.server.ts";
import { splitForVies } from "./vies-ids.ts";
import type { ViesSettings } from "./vies-settings.schema.ts";

/** Some states take a quarter of a minute. */
const PATIENCE_MS = 20_000;
/** An answer has a name, an address and a few words. */
const LARGEST_BYTES = 20_000;

/** VIES did not say whether a VAT id is valid: it, or the id's state, is away, busy, or answers something else. */
export class ViesUnavailable extends Error {
  override name = "ViesUnavailable";
}

/** What VIES says of a VAT id; states may keep name and address to themselves. */
export interface ViesAnswer {
  is_valid: boolean;
  /** Proves what was answered to whom; null where the call named no requester. */
  request_identifier: string | null;
  name: string | null;
  address: string | null;
}

/** Three dashes are nothing. */
const words = z
  .string()
  .max(2_000)
  .nullish()
  .transform((text) => (text == null || /^[\s-]*$/.test(text) ? null : text.trim()));

const answerSchema = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  valid: z.boolean(),
  requestIdentifier: words,
  name: words,
  address: words,
});

const refusalSchema = z.object({
  actionSucceed: z.literal(false),
  errorWrappers: z.array(z.object({ error: z.string().regex(/^[A-Z_]{1,60}$/) })).min(1),
});

/**
 * Looks a VAT id up in VIES by its REST interface. Whatever is no clear answer about this very id throws ViesUnavailable
 * with the reason as its message: an outage says nothing about the id.
 */
export async function askVies(
  { url, requester }: ViesSettings,
  vatId: string,
  patienceMs = PATIENCE_MS,
): Promise<ViesAnswer> {
  const asked = splitForVies(vatId);
  if (asked === null) throw new RangeError("VIES does not know this state");
  const own = requester === null ? null : splitForVies(requester);
  const { status, text } = await post(`${url.replace(/\/$/, "")}/check-vat-number`, patienceMs, {
    ...asked,
    ...(own && { requesterMemberStateCode: own.countryCode, requesterNumber: own.vatNumber }),
  });
  const body = parseOutsideJson(text, isKeptAsItCame);
  const refusal = refusalSchema.safeParse(body);
  if (refusal.success) throw new ViesUnavailable(refusal.data.errorWrappers[0]?.error);
  if (status !== 200) throw new ViesUnavailable(`HTTP_${status}`);
  const answer = answerSchema.safeParse(body);
  if (!answer.success) throw new ViesUnavailable("UNEXPECTED_ANSWER");
  const { countryCode, vatNumber, valid, requestIdentifier, name, address } = answer.data;
  if (countryCode !== asked.countryCode || bare(vatNumber) !== bare(asked.vatNumber))
    throw new ViesUnavailable("ANSWER_ABOUT_ANOTHER_ID");
  return { is_valid: valid, request_identifier: requestIdentifier, name, address };
}

const bare = (number: string) => number.toUpperCase().replace(/[^A-Z0-9+*]/g, "");

async function post(
  url: string,
  patienceMs: number,
  call: Record<string, string>,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(call),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: response.status, text: await readShortText(response.body, LARGEST_BYTES) };
  } catch (error) {
    throw new ViesUnavailable("NO_ANSWER", { cause: error });
  }
}
