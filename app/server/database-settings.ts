import { z } from "zod";

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:/, "write an address as in postgresql://role:password@host/name");

/** See docs/operations.md, "PostgreSQL and its roles". */
export const databaseSettings = {
  DATABASE_URL: postgresUrl.optional().meta({
    fallback: "the embedded PostgreSQL",
    is_live: true,
    description: "PostgreSQL 15 or later, encoding UTF8.",
  }),
  DATABASE_MIGRATION_URL: postgresUrl.optional().meta({
    fallback: "`DATABASE_URL`",
    description:
      "The same database by the role that owns the tables, so that the product's own role cannot change the ledger.",
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    fallback: "`DATABASE_URL`",
    description:
      "The same database and role past a pooler: for cache news, jobs, the demo world's lock, commands and migrations. See [A pooler](operations.md#a-pooler).",
  }),
  DATABASE_READ_URL: postgresUrl.optional().meta({
    description:
      "A streaming replica for pages that only read: one server, by a role that may read the same tables. See [A replica](operations.md#a-replica).",
  }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20).meta({
    description: "Connections for requests in each process; jobs, limits and cache news take ten more.",
  }),
  DATABASE_STATEMENTS: z.enum(["named", "unnamed"]).default("named").meta({
    description:
      "`unnamed` behind a pooler in transaction mode that knows no prepared statements (PgBouncer before 1.21).",
  }),
};

export function databaseProblem(settings: {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
}): string | null {
  if (settings.DATABASE_URL) return null;
  const alone = (["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const).find((name) => settings[name]);
  return alone ? `${alone} needs DATABASE_URL` : null;
}
