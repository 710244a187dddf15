import { z } from "zod";

const QUERY_CHARACTERS = 2000;
const text = z.string().max(QUERY_CHARACTERS);

export const accessCall = z.object({
  type: z.literal("FRONTEND"),
  method: z.literal("GET"),
  path: text.startsWith("/"),
  query: z.union([text, z.record(z.string(), z.union([text, z.array(text)]))]).optional(),
  referrer: text.optional(),
});

export const entityCall = z.object({
  entity_type: z.enum(["user", "item"]),
  entity_id: z.uuid(),
  event: z.enum(["view", "share"]),
});

export type EntityEvent = z.infer<typeof entityCall>;
