import type { IncomingMessage } from "node:http";
import type { Services } from "../context.ts";
import { findPollingApiUser, findPollingUser } from "../domain/auth/api-tokens.server.ts";
import { addressKey } from "../http/address-keys.ts";
import { bearerToken } from "../http/api.server.ts";
import { createAddressReader } from "../http/client-address.server.ts";
import { etagOf, FRESH } from "../http/fresh-answer.server.ts";
import { OF_OWN_DATA, userAnswer } from "./user-data.server.ts";

/** After a poll that failed here, so long all go the framework's way: what is away is waited for once by each, not twice. */
const PAUSE_MS = 10_000;

/**
 * Signed-in pages ask every ten seconds whether anything is new, and mostly nothing is: such a poll is answered ahead of the
 * framework, by one statement (docs/decisions/054). The mark is made of the answer itself, by the call's own function, so
 * that it is true whatever has changed and whoever changed it. What the framework's way does for such a call is done here
 * too: the visitor is noted, and the poll counts against its budget. Who is refused, signed out or due for a new cookie, what
 * comes from another site, and what is fetched ahead, by which nobody is here, is answered there.
 *
 * Returns what gives the headers of the 304, or null where the answer is another; null at once for what is no such poll.
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
    // With both, one says who asks and the other whose budget it is.
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
    // Without the database, too, the framework's way says what is the matter.
    return answer(request, known).catch(() => {
      pausedUntil = clock().getTime() + PAUSE_MS;
      return null;
    });
  };
}
