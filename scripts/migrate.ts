import { migrateToLatest } from "../db/migrate.ts";
import { OperatorError } from "../db/operator-error.ts";
import { requireDatabase } from "../db/require-database.ts";
import { runCommand } from "./command.ts";

// As DATABASE_MIGRATION_URL's role, with grants for DATABASE_URL's: the application starts without the
// owner's password.

const setting = ["DATABASE_MIGRATION_URL", "DATABASE_DIRECT_URL", "DATABASE_URL"].find(
  (name) => process.env[name],
);
const owner = setting && process.env[setting];
await runCommand(async () => {
  if (!setting || !owner) throw new OperatorError("There is nothing to migrate: DATABASE_URL is not set.");
  await requireDatabase(setting, owner);
  const { DATABASE_URL } = process.env;
  await migrateToLatest(owner, (setting === "DATABASE_MIGRATION_URL" && DATABASE_URL) || owner);
  process.stdout.write("The tables are those of this version.\n");
});
