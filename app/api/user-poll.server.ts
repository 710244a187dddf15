import type { IncomingMessage } from "node:http";
import type { Services } from "../context.ts";
import { findPollingApiUser, findPollingUser } from "../domain/auth/sessions.server.ts";
import { addressKey } from "../http/address-keys.ts";
import { bearerToken } from "../http/api.server.ts";
import { createAddressReader } from "../http/client-address.server.ts";
import { etagOf, FRESH } from "../http/fresh-answer.server.ts";
import { OF_OWN_DATA, userAnswer } from "./user-data.server.ts";

/** After a failure polls take the framework's way: each waits once for the database. */
const PAUSE_MS = 10_000;

/**
 * Polls are mostly unchanged: one statement answers ahead of the framework (docs/decisions/054), with the
 * call's own ETag, presence and budget. Refused, cross-site, prefetched and renewing requests fall through.
 * Returns the 304's headers, else null.
 */
export function createUserPoll({
  db,
  clock,
  limits,
  config,
  publicUrl,
  sessionCookie,
}: Pick<Services, "db" | "clock" | "limits" | "config" | "publicUrl" | "sessionCookie">) {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const addressOf = createAddressReader(config.TRUSTED_PROXIES);

  async function answer({ headers, socket }: IncomingMessage, known: string) {
    const session = await sessionCookie.parse(headers.cookie ?? null);
    const bearer = bearerToken(headers.authorization ?? null);
    // With both, one authenticates and the other has the budget.
    if ((session === null) === (bearer === null) || (headers.authorization !== undefined && bearer === null))
      return null;
    const user =
      session === null
        ? await findPollingApiUser(db, bearer ?? "", clock())
        : await findPollingUser(db, session, clock());
    if (!user) return null;
    const etag = etagOf(JSON.stringify(userAnswer(user, publicUrl)));
    if (!known.includes(etag)) return null;
    const refused =
      session === null
        ? await limits.take(
            "pages",
            addressKey(addressOf(socket.remoteAddress, headers["x-forwarded-for"]?.toString())),
          )
        : await limits.take("pages_own", user.session_id);
    return refused === null ? { ...FRESH, ...OF_OWN_DATA, ETag: etag } : null;
  }

  return (request: IncomingMessage): Promise<Record<string, string> | null> | null => {
    const { method, url, headers } = request;
    const known = headers["if-none-match"];
    if (method !== "GET" || url !== "/api/user" || known === undefined || headers.origin !== undefined)
      return null;
    const isAhead = headers["sec-purpose"] !== undefined || headers.purpose !== undefined;
    if (isAhead || clock().getTime() < pausedUntil) return null;
    return answer(request, known).catch(() => {
      pausedUntil = clock().getTime() + PAUSE_MS;
      return null;
    });
  };
}
