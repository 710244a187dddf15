import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { pageForAllContext, type Services, servicesContext } from "../context.ts";
import { noteWriter } from "../domain/auth/sessions.server.ts";
import { findCaller } from "./api.server.ts";

const chosenContext = createContext<Promise<Services["db"]> | null>(null);

/**
 * The replica for reads that decide nothing. The primary after an own write, for posts, and while the replica
 * may lack news of a shared page.
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

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Before the answer, only with a replica. */
export const writerNote: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { db, log, replica } = context.get(servicesContext);
  if (replica === null || isReading(request)) return await next();
  try {
    return await next();
  } finally {
    // A failed request may have written, too.
    try {
      const caller = await findCaller(request, context);
      if (caller) await noteWriter(db, caller.id);
    } catch (error) {
      log.warn({ error: String(error) }, "a change could not be noted");
    }
  }
};
