/** Undefined for invalid UTF-8 or JSON. Drops `length`, which zod reads before types. */
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

export const isStoredUnchanged = (text: string) => !text.includes("\0") && text.isWellFormed();

/** Throws beyond the limit. */
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
