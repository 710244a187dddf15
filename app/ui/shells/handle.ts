import { z } from "zod";

const schema = z.object({
  /** The frame around the page: with the drawer, or none. */
  frame: z.enum(["signed-in", "bare"]).optional(),
  /** React takes the page over in the browser. */
  isApp: z.boolean().optional(),
});

/** What a route's `handle` says of how its page is shown. */
export function handleOf(handle: unknown): z.infer<typeof schema> {
  return schema.safeParse(handle).data ?? {};
}
