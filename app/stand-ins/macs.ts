import { createHmac } from "node:crypto";

/** Deterministic tokens in hexadecimal. */
export type Mac = (use: string, text: string) => string;

export function createMac(secret: string): Mac {
  return (use, text) => createHmac("sha256", secret).update(`stand-in/${use}/${text}`).digest("hex");
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });
}
