import { createInterface } from "node:readline/promises";
import { toString as drawQrCode } from "qrcode";
import { v7 as uuidv7 } from "uuid";
import { createEncryption, createTokens } from "../app/crypto/crypto.server.ts";
import { createOperator } from "../app/domain/auth/operators.server.ts";
import { findPasswordFault } from "../app/domain/auth/passwords.server.ts";
import { canonicalEmail } from "../app/domain/email-address.schema.ts";
import { OPERATOR_ROLES, type OperatorRole } from "../app/domain/operator-roles.schema.ts";
import { readSettings } from "../app/domain/settings/settings.server.ts";
import { createJobs } from "../app/jobs/jobs.server.ts";
import { productRules } from "../app/product-rules.ts";
import { readConfig } from "../app/server/config.server.ts";
import { readSecrets } from "../app/server/data-folder.server.ts";
import { createDatabase } from "../db/index.ts";
import { OperatorError } from "../db/operator-error.ts";
import { runCommand } from "./command.ts";
import { commandDataDir, connectToDatabase } from "./connection.ts";

// npm run operator:create -- email [--role admin] [--password-stdin]. Prints the second factor's key, and a
// link to set the password unless given.

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

async function askEmail(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new OperatorError("Say whom: npm run operator:create -- somebody@example.org");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question("Email of the new operator: ");
  } finally {
    terminal.close();
  }
}

interface Given {
  email: string;
  password: string | null;
  role: OperatorRole;
}

/** ADMIN unless given. */
function readRole(args: readonly string[]): OperatorRole {
  const at = args.indexOf("--role");
  if (at < 0) return "ADMIN";
  const named = args[at + 1]?.toUpperCase();
  const role = OPERATOR_ROLES.find((each) => each === named);
  if (!role) throw new OperatorError(`--role is one of ${OPERATOR_ROLES.join(", ").toLowerCase()}.`);
  return role;
}

async function readGiven(args: readonly string[]): Promise<Given> {
  const role = readRole(args);
  const named = args.find((each, at) => !each.startsWith("--") && args[at - 1] !== "--role");
  const email = canonicalEmail(named ?? (await askEmail()));
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new OperatorError(`${email} is no email address.`);
  if (!args.includes("--password-stdin")) return { email, password: null, role };
  const password = await readStandardInput();
  const { characters_minimum, characters_maximum } = productRules.password;
  if (password.length < characters_minimum || password.length > characters_maximum)
    throw new OperatorError(`The password needs ${characters_minimum} to ${characters_maximum} characters.`);
  const fault = await findPasswordFault(password, [email]);
  if (fault === "own") throw new OperatorError("This password is too similar to the address or the product.");
  if (fault) throw new OperatorError("This is one of the first passwords that anybody tries.");
  return { email, password, role };
}

async function create(url: string, dataDir: string, given: Given) {
  const config = readConfig(process.env);
  const secrets = readSecrets(config, dataDir);
  const db = createDatabase(url, { max: 2, applicationName: "tribute-operator" });
  try {
    const made = await createOperator(
      {
        db,
        jobs: createJobs(db),
        clock: () => new Date(),
        newId: uuidv7,
        encryption: createEncryption(secrets.dataKey, secrets.previousDataKeys),
        tokens: createTokens(secrets.appSecret),
      },
      { ...given, product: (await readSettings(db, config.settings)).brand.name },
    );
    if (made.outcome === "email_taken") throw new OperatorError(`${given.email} has an account already.`);
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const lines = [
      `${given.email} is an operator now, with the role ${given.role.toLowerCase()}.`,
      `Key for the authenticator app: ${made.second_factor.secret}`,
      made.second_factor.url,
      await drawQrCode(made.second_factor.url, { type: "terminal", small: true }),
      ...(made.password_token === null
        ? []
        : [
            `Password, within ${productRules.link_hours.password} hour: ${publicUrl}/password/reset/${made.password_token}`,
          ]),
      ...(config.mode === "live" && given.role === "ADMIN"
        ? [`Then the first steps: ${publicUrl}/admin/settings/first-run`]
        : []),
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  } finally {
    await db.destroy();
  }
}

await runCommand(async () => {
  const given = await readGiven(process.argv.slice(2));
  const dataDir = commandDataDir();
  const connection = await connectToDatabase();
  try {
    await create(connection.url, dataDir, given);
  } finally {
    await connection.close();
  }
});
