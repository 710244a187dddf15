import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { pageForAllContext, type Services, servicesContext } from "../context.ts";
import { noteWriter } from "../domain/auth/sessions.server.ts";
import { findCaller } from "./api.server.ts";

/** What a request reads with; chosen once. */
const chosenContext = createContext<Promise<Services["db"]> | null>(null);

/**
 * The database that a page or a call reads which decides nothing: the replica, where there is one. Who has just written reads
 * the primary, and so does what answers a post, and a page for everybody after news that the replica may not have yet.
 */
export async function findReader(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Services["db"]> {
  const { db, replica } = context.get(servicesContext);
  if (replica === null) return db;
  const chosen = context.get(chosenContext) ?? choose(request, context, replica.db);
  context.set(chosenContext, chosen);
  return await chosen;
}

async function choose(
  request: Request,
  context: Readonly<RouterContextProvider>,
  reader: Services["db"],
): Promise<Services["db"]> {
  const { db } = context.get(servicesContext);
  const forAll = context.get(pageForAllContext);
  if (forAll) return forAll.readsPrimary ? db : reader;
  if (!isReading(request)) return db;
  const caller = await findCaller(request, context);
  return caller?.has_just_written ? db : reader;
}

/** A document that is posted runs its page's loaders too, which have to see what was done. */
function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Notes who has changed something, before they hear that it is done; only where there is a replica that may lack it. */
export const writerNote: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { db, log, replica } = context.get(servicesContext);
  if (replica === null || isReading(request)) return await next();
  try {
    return await next();
  } finally {
    // Also after a fault: something may have been done.
    try {
      const caller = await findCaller(request, context);
      if (caller) await noteWriter(db, caller.id);
    } catch (error) {
      log.warn({ error: String(error) }, "a change could not be noted");
    }
  }
};
