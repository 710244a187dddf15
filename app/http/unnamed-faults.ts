import type { EntryContext } from "react-router";
import { z } from "zod";

const replySchema = z.object({ error: z.record(z.string(), z.array(z.string()).nullable()) });
const actionSchema = z.union([replySchema, z.object({ reply: replySchema }).transform(({ reply }) => reply)]);

/**
 * What is wrong with a refused form whose page does not say so: the form is no longer on it, since what it was for is
 * done by now, or it has no field for the fault.
 */
export function unnamedFaults({ actionData }: EntryContext["staticHandlerContext"]): readonly string[] {
  const reply = actionSchema.safeParse(Object.values(actionData ?? {})[0]);
  if (!reply.success) return [];
  return [...new Set(Object.values(reply.data.error).flatMap((texts) => texts ?? []))];
}
