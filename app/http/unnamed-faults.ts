import type { EntryContext } from "react-router";
import { z } from "zod";
import { namesFaults } from "./error-naming.ts";

const replySchema = z.object({ error: z.record(z.string(), z.array(z.string()).nullable()) });
const actionSchema = z.union([replySchema, z.object({ reply: replySchema }).transform(({ reply }) => reply)]);

/**
 * What is wrong with a refused form, where its page does not say so: the form is no longer on it, since what it was for
 * is done by now, or it has no field for the fault. Null for every other page.
 */
export function unnamedFaults(
  html: string,
  status: number,
  { actionData }: EntryContext["staticHandlerContext"],
): readonly string[] | null {
  if (status !== 422 || namesFaults(html)) return null;
  const reply = actionSchema.safeParse(Object.values(actionData ?? {})[0]);
  if (!reply.success) return [];
  return [...new Set(Object.values(reply.data.error).flatMap((texts) => texts ?? []))];
}
