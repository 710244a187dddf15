import { createHmac } from "node:crypto";

/** Makes tokens and secrets of a stand-in from one secret: hexadecimal, the same after a restart and in each instance. */
export type Mac = (use: string, text: string) => string;

export function createMac(secret: string): Mac {
  return (use, text) => createHmac("sha256", secret).update(`stand-in/${use}/${text}`).digest("hex");
}

/** An answer in JSON. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });
}
