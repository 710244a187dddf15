import { UNSAFE_decodeViaTurboStream } from "react-router";
import type { Answer } from "./http-requests.ts";

/** The address at which the framework's script asks for a page's data, and posts its forms. */
export const dataOf = (path: string) => path.replace(/(?=\?|$)/, ".data");

/** What the framework's script reads of an answer. */
export async function readData({ body }: Answer): Promise<unknown> {
  const stream = new Blob([new Uint8Array(body)]).stream();
  const { value, done } = await UNSAFE_decodeViaTurboStream(stream, globalThis);
  await done;
  return value;
}
