import { z } from "zod";

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:/, "write an address as in postgresql://role:password@host/name");

/** The settings of the databases: docs/operations.md, "PostgreSQL and its roles". */
export const databaseSettings = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_MIGRATION_URL: postgresUrl.optional(),
  /** The same database and role past a pooler that lends connections by the transaction. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** A streaming replica of DATABASE_URL's server: one server, which no balancer changes for another. */
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  /** Whether hot statements are prepared by name; a pooler in transaction mode may know no names. */
  DATABASE_STATEMENTS: z.enum(["named", "unnamed"]).default("named"),
};

/** The line that says which of these settings do not go together; null when all is well. */
export function databaseProblem(settings: {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
}): string | null {
  if (settings.DATABASE_URL) return null;
  const alone = (["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const).find((name) => settings[name]);
  return alone ? `${alone} needs DATABASE_URL` : null;
}
