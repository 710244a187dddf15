import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { RouterContextProvider } from "react-router";
import { clientAddressContext, servicesContext } from "../context.ts";
import { freeKey, keepSubject, takeKey } from "../domain/idempotency.server.ts";
import { addressKey } from "../http/address-keys.ts";
import { apiRefusal, JSON_BYTES_MAXIMUM, refuseField, requireKnownCaller } from "../http/api.server.ts";
import { readBytes } from "../http/body.server.ts";

const HEADER = "Idempotency-Key";
/** Visible ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs a call once per Idempotency-Key of its account, or of a guest's address. The same body is answered by
 * `again`; an invalid token is a 401.
 */
export function once(
  again: (c: Context, subjectId: string) => Promise<Response> | Response,
): MiddlewareHandler {
  return async (c, next) => {
    const context: RouterContextProvider = c.env.context;
    const key = c.req.header(HEADER);
    if (key === undefined) return await next();
    if (!KEY.test(key)) return refuseField(context, HEADER, "errors.api.idempotency_key");
    const { db, clock, limits } = context.get(servicesContext);
    const viewer = await requireKnownCaller(c.req.raw, context);
    const who = viewer ? `account ${viewer.id}` : `address ${addressKey(context.get(clientAddressContext))}`;
    const key_hash = limits.hash(`idempotency ${who} ${key}`);
    const body_hash = await hashOf(c.req.raw);
    const now = clock();
    const known = await takeKey(db, { key_hash, body_hash, now });
    switch (known.outcome) {
      case "again":
        return await again(c, known.subject_id);
      case "other_call":
        return refuseField(context, HEADER, "errors.api.idempotency_reused", "idempotency_key_reused");
      case "under_way": {
        const text = "errors.api.idempotency_wait";
        const headers = { "Retry-After": "1" };
        return apiRefusal(context, { status: 409, code: "under_way", text, headers });
      }
      case "first":
        c.set("keep", async (subjectId: string) => await keepSubject(db, key_hash, subjectId));
        try {
          return await next();
        } finally {
          await freeKey(db, key_hash, now);
        }
    }
  };
}

/** Of address and body. */
async function hashOf(request: Request): Promise<Buffer> {
  const { pathname } = new URL(request.url);
  const body = await readBytes(request.clone(), JSON_BYTES_MAXIMUM);
  return createHash("sha256").update(`${request.method} ${pathname}\0`).update(body).digest();
}
