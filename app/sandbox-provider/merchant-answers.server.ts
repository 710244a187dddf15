import { createHash, timingSafeEqual } from "node:crypto";
import type { z } from "zod";

export function isAuthorized(request: Request, apiKey: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  // Hashes have equal length: the comparison is constant-time.
  return timingSafeEqual(sha256(given), sha256(apiKey));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

export function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

export function problem(status: number, code: string, message: string): Response {
  return answer(status, { error: { code, message } });
}

export function unauthorized(): Response {
  const body = { error: { code: "unauthorized", message: "the API key is missing or wrong" } };
  return answer(401, body, { "WWW-Authenticate": "Bearer" });
}

/** Refuses a body of another shape. */
export async function withOrder<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  act: (order: z.infer<Schema>) => Promise<Response>,
): Promise<Response> {
  const json: unknown = await request.json().catch(() => undefined);
  const parsed = schema.safeParse(json);
  if (parsed.success) return await act(parsed.data);
  const [issue] = parsed.error.issues;
  return problem(422, "invalid_request", `${issue?.path.join(".") || "body"}: ${issue?.message}`);
}
