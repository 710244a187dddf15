import { v7 as uuidv7 } from "uuid";
import { canonicalEmail } from "../app/domain/email-address.schema.ts";
import { changeRole } from "../app/domain/operator-acts/operator-accounts.server.ts";
import { OPERATOR_ROLES } from "../app/domain/operator-roles.schema.ts";
import { findOperator } from "../app/domain/users/user.server.ts";
import { createJobs } from "../app/jobs/jobs.server.ts";
import { createDatabase } from "../db/index.ts";
import { OperatorError } from "../db/operator-error.ts";
import { runCommand } from "./command.ts";
import { connectToDatabase } from "./connection.ts";

// npm run operator:role -- email role. Without a second Admin's approval; the last one stays Admin.

async function change(url: string, email: string, role: string): Promise<void> {
  const db = createDatabase(url, { max: 2, applicationName: "tribute-operator" });
  try {
    const operator = await findOperator(db, email);
    if (!operator) throw new OperatorError(`${email} is no operator.`);
    const services = { jobs: createJobs(db), clock: () => new Date(), newId: uuidv7 };
    const given = { user_id: operator.id, role, act_id: null, operator_id: null };
    const outcome = await db.transaction().execute((trx) => changeRole(trx, services, given));
    if (outcome === "gone")
      throw new OperatorError(`${email} has this role already, has left, or is the last Admin.`);
    process.stdout.write(`${email} has the role ${role.toLowerCase()} now.\n`);
  } finally {
    await db.destroy();
  }
}

await runCommand(async () => {
  const [email = "", named = ""] = process.argv.slice(2);
  const role = OPERATOR_ROLES.find((each) => each === named.toUpperCase());
  if (email === "" || !role) {
    const roles = OPERATOR_ROLES.join("|").toLowerCase();
    throw new OperatorError(
      `Say the operator and the role: npm run operator:role -- ada@example.org ${roles}`,
    );
  }
  const connection = await connectToDatabase();
  try {
    await change(connection.url, canonicalEmail(email), role);
  } finally {
    await connection.close();
  }
});
