import { z } from "zod";

/** An instance's own port, and the address at which a proxy in front of it is reached. */
const spotSchema = z.object({ port: z.string().regex(/^\d+$/), url: z.url() });

const placeSchema = z.object({
  /** PostgreSQL as its administrator, past every pooler. */
  adminUrl: z.url(),
  /** A pooler in transaction mode that knows the same role and all its databases. */
  poolerPort: z.string().regex(/^\d+$/),
  first: spotSchema,
  second: spotSchema,
});

export type PlaceOfInstances = z.infer<typeof placeSchema>;

/**
 * Proxies and a pooler that the two instances are to stand behind, from the environment (npm run scale -- suite); null
 * for two instances that are asked, and that ask, directly.
 */
export function placeOfInstances(): PlaceOfInstances | null {
  const given = process.env.PLACE_OF_INSTANCES;
  return given ? placeSchema.parse(JSON.parse(given)) : null;
}
