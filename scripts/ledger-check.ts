import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { checkBooks, findInChain } from "../app/domain/ledger/ledger-checks.server.ts";
import { accountBalanceAt, trialBalanceAt } from "../app/domain/ledger/ledger-reports.server.ts";
import { createDatabase } from "../db/index.ts";
import { OperatorError } from "../db/operator-error.ts";
import { runCommand } from "./command.ts";
import { connectToDatabase } from "./connection.ts";
import { projectRoot } from "./project.ts";

// Exit code 1 with findings. "--head HASH" also checks that the chain contains it. "--at MOMENT" prints past
// balances instead; "--account CODE:CURRENCY[:OWNER]" selects one.

const SHOWN_ROWS = 20;

async function check(url: string): Promise<boolean> {
  const db = createDatabase(url, { max: 2, applicationName: "tribute-ledger-check" });
  try {
    let done = 0;
    const begun = new Map<string, number>();
    const { results, transactions_count } = await checkBooks(db, {
      extent: "FULL",
      now: new Date(),
      folder: path.join(projectRoot, "db", "checks"),
      onBegin: (name) => begun.set(name, performance.now()),
      onResult: ({ name, rows }, of) => {
        done += 1;
        const ms = performance.now() - (begun.get(name) ?? 0);
        const found = rows.length === 0 ? `ok    ${name}` : `FAIL  ${name}: ${rows.length} rows`;
        process.stdout.write(`${found} (${done} of ${of}, ${(ms / 1000).toFixed(1)} s)\n`);
        for (const row of rows.slice(0, SHOWN_ROWS)) process.stdout.write(`      ${JSON.stringify(row)}\n`);
      },
    });
    process.stdout.write(`${transactions_count} ledger transactions were checked\n`);
    return results.every(({ rows }) => rows.length === 0);
  } finally {
    await db.destroy();
  }
}

async function hasHead(url: string, hash: string): Promise<boolean> {
  const db = createDatabase(url, { max: 1, applicationName: "tribute-ledger-check" });
  try {
    const entry = await findInChain(db, hash);
    process.stdout.write(
      entry
        ? `ok    the head is entry ${entry.id} of the chain, of ${entry.at.toISOString()}\n`
        : "FAIL  the chain has no such head: something before it was changed or cut\n",
    );
    return entry !== null;
  } finally {
    await db.destroy();
  }
}

const MOMENT = z.iso.datetime({ offset: true }).or(z.iso.date());
const ACCOUNT = /^([a-z_]+):([A-Z]{3})(?::(.+))?$/;

async function showPast(url: string, at: Date, account: string | undefined): Promise<void> {
  const db = createDatabase(url, { max: 1, applicationName: "tribute-ledger-check" });
  const line = (fields: (string | number | null)[]) => process.stdout.write(`${fields.join("\t")}\n`);
  try {
    if (account === undefined) {
      for (const { currency, code, owner, side, balance_minor } of await trialBalanceAt(db, at))
        line([currency, code, owner ?? "", side, balance_minor]);
      return;
    }
    const [, code = "", currency = "", owner = ""] = ACCOUNT.exec(account) ?? [];
    const found = await accountBalanceAt(db, { code, currency, owner }, at);
    if (!found)
      throw new OperatorError(`there is no account ${account}; it is CODE:CURRENCY or CODE:CURRENCY:OWNER`);
    line([currency, code, owner, found.side, found.balance_minor]);
  } finally {
    await db.destroy();
  }
}

/** A date is its end in UTC. */
function readMoment(text: string): Date {
  if (!MOMENT.safeParse(text).success)
    throw new OperatorError("--at takes a day, as 2026-10-31, or a moment, as 2026-10-31T23:59:59+01:00");
  return new Date(text.includes("T") ? text : `${text}T23:59:59.999Z`);
}

await runCommand(async () => {
  const options = { head: { type: "string" }, at: { type: "string" }, account: { type: "string" } } as const;
  const { values } = parseArgs({ options });
  const at = values.at === undefined ? null : readMoment(values.at);
  if (values.account !== undefined && at === null) throw new OperatorError("--account goes with --at");
  if (values.head !== undefined && !/^[0-9a-f]{64}$/i.test(values.head))
    throw new OperatorError("--head takes the 64 characters of a head");
  const connection = await connectToDatabase();
  try {
    if (at !== null) return await showPast(connection.url, at, values.account);
    const isWhole = await check(connection.url);
    const isThere = values.head === undefined || (await hasHead(connection.url, values.head));
    if (!isWhole || !isThere) process.exitCode = 1;
  } finally {
    await connection.close();
  }
});
