// Builds with one deliberate fault each, and whether the worlds notice it (docs/faults.md):
//   npm run simulate:mutants -- --seeds 12 --only "no lock of tip and payment"
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

interface Mutant {
  name: string;
  /** In the server's build, wherever it occurs. */
  from: string;
  to: string;
}

const MUTANTS: readonly Mutant[] = [
  {
    name: "no lock of tip and payment",
    from: 'lockByPayment("lock-tip-and-payment", sql`for share of u`)',
    to: 'lockByPayment("lock-tip-and-payment", sql``)',
  },
  { name: "no lock of the payment's row", from: "\n    for no key update of p`);", to: "\n    `);" },
  {
    name: "a paid tip is settled again",
    from: "if (tip.paid_at !== null || isGivenUp(tip)) return",
    to: "if (isGivenUp(tip)) return",
  },
  {
    name: "another amount is settled",
    from: "if (!(snapshot.amountMinor === payment.charged_minor && snapshot.currency === payment.charged_currency)) return",
    to: "if (false) return",
  },
  {
    name: "a refund ignores what was seen",
    from: 'if (plan.left_minor !== order.seen_left_minor) return {\n\t\toutcome: "refused"',
    to: 'if (false) return {\n\t\toutcome: "refused"',
  },
  {
    name: "a session outlives its end",
    from: 'await db.deleteFrom("sessions").where("token_hash", "=", tokenHash(token)).execute();',
    to: "await Promise.resolve(tokenHash(token));",
  },
  {
    name: "a mail's job is lost",
    from: 'await services.jobs.enqueue(trx, "mail.send", { mail_id: id }, mail.not_before);',
    to: ";",
  },
  {
    name: "the first credit is posted twice as high",
    from: "select created.id, t.seq, t.debit_account, t.credit_account, t.currency, t.amount_minor\n",
    to: "select created.id, t.seq, t.debit_account, t.credit_account, t.currency, t.amount_minor * 2\n",
  },
  {
    name: "a credit note is dated by its process",
    from: "row_number() over (order by r.done_at, r.id), greatest(",
    to: "row_number() over (order by r.done_at, r.id), least(",
  },
];

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "12" }, only: { type: "string" } },
});

const folder = path.resolve("build/mutants");
const missed: string[] = [];
for (const mutant of MUTANTS) {
  if (values.only !== undefined && mutant.name !== values.only) continue;
  const noticed = run(mutant);
  process.stdout.write(`${noticed ?? "NOT NOTICED"}: ${mutant.name}\n`);
  if (noticed === null) missed.push(mutant.name);
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = missed.length === 0 ? 0 : 1;

/** The first fault that a world shows; null where none does. */
function run({ name, from, to }: Mutant): string | null {
  rmSync(folder, { recursive: true, force: true });
  cpSync("build/server", folder, { recursive: true });
  const files = ["index.js", ...readdirSync(path.join(folder, "assets")).map((file) => `assets/${file}`)];
  let count = 0;
  for (const file of files.filter((each) => each.endsWith(".js"))) {
    const text = readFileSync(path.join(folder, file), "utf8");
    count += text.split(from).length - 1;
    if (text.includes(from))
      writeFileSync(
        path.join(folder, file),
        text.replaceAll(from, () => to),
      );
  }
  if (count === 0) throw new Error(`${name}: the build has nothing like it`);
  const args = ["tests/world/simulate-world.ts", "--until-fault", "--seed", "5000", "--seeds", values.seeds];
  const { stdout } = spawnSync(process.execPath, args, {
    env: { ...process.env, WORLD_BUILD: folder },
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const seeds = stdout.match(/^\{"seed"/gm)?.length ?? 0;
  const fault = /^FAULT (.{0,120})/m.exec(stdout)?.[1];
  return fault === undefined ? null : `seed ${seeds} of ${values.seeds}, ${fault}`;
}
