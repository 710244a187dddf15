/** The door of JSON that others send: calls of the API, webhooks, answers of networks. */

/**
 * The value of a JSON body; undefined for what is no JSON in UTF-8, or holds a text that `takes` refuses. Objects in it have
 * no `length`: zod's length checks run before its types on whatever has one, and throw where it is no number.
 */
export function parseOutsideJson(body: Uint8Array | string, takes = (_text: string) => true): unknown {
  try {
    const text = typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body);
    return JSON.parse(text, (key, value: unknown) => {
      if (typeof value === "string" && !takes(value)) throw new RangeError("a refused text");
      return key === "length" ? undefined : value;
    });
  } catch {
    return undefined;
  }
}

/** Whether PostgreSQL keeps a text as it came. */
export const isKeptAsItCame = (text: string) => !text.includes("\0") && text.isWellFormed();

/** The text of an answer in UTF-8; throws once it has more bytes than it may have, and reads no further. */
export async function readShortText(
  body: AsyncIterable<Uint8Array> | null,
  bytesMaximum: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMaximum) throw new Error("the answer is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
