// Builds with one deliberate fault each, and whether the worlds notice it within two minutes (docs/faults.md):
//   npm run simulate:mutants -- --only "no lock of tip and payment" --cores 2 --record file
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { MUTANTS, type Mutant } from "./mutants.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    minutes: { type: "string", default: "2" },
    cores: { type: "string", default: "2" },
    /** One of so many processes, as "0/2". */
    part: { type: "string", default: "0/1" },
    /** Lines of what was noticed; a run goes on where it ends. */
    record: { type: "string" },
    /** Only looks whether each mutant is in the build. */
    check: { type: "boolean", default: false },
  },
});

const MISSED = "NOT NOTICED";

const [part = 0, parts = 1] = values.part.split("/").map(Number);
const folder = path.resolve(`build/mutants-${part}`);
const known = values.record && existsSync(values.record) ? readFileSync(values.record, "utf8") : "";
if (values.only !== undefined && !MUTANTS.some(({ name }) => name === values.only))
  throw new Error(`no such mutant; there are: ${MUTANTS.map(({ name }) => name).join("; ")}`);
let missed = 0;
for (const [index, mutant] of MUTANTS.entries()) {
  if (values.only !== undefined ? mutant.name !== values.only : index % parts !== part) continue;
  if (known.split("\n").some((line) => line.endsWith(`: ${mutant.name}`) && !line.startsWith(MISSED)))
    continue;
  const places = edit(mutant);
  if (values.check) process.stdout.write(places > 0 ? "" : `${places} places: ${mutant.name}\n`);
  if (places === 0 && !values.check) throw new Error(`${mutant.name}: the build has nothing like it`);
  if (values.check) continue;
  const noticed = run();
  const line = `${noticed ?? MISSED}: ${mutant.name}\n`;
  process.stdout.write(line);
  if (values.record) appendFileSync(values.record, line);
  if (noticed === null) missed += 1;
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = missed === 0 ? 0 : 1;

/** Returns in how many places. */
function edit({ edits }: Mutant): number {
  rmSync(folder, { recursive: true, force: true });
  cpSync("build/server", folder, { recursive: true });
  return Math.min(...edits.map(([from, to]) => replace(from, to)));
}

function replace(from: string, to: string): number {
  const pattern = patternOf(from);
  const files = ["index.js", ...readdirSync(path.join(folder, "assets")).map((file) => `assets/${file}`)];
  let count = 0;
  for (const file of files.filter((each) => each.endsWith(".js"))) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const edited = text.replace(pattern, () => {
      count += 1;
      return to;
    });
    if (edited !== text) writeFileSync(path.join(folder, file), edited);
  }
  return count;
}

/** White space may differ, and the bundler numbers names that occur twice. */
function patternOf(code: string): RegExp {
  const words = code.split(/\s+|(?<=[([{,.])|(?=[)\]},.])/).filter(Boolean);
  const patterns = words.map((word) =>
    word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/(\w)\\\(/g, "$1(?:\\$\\d+)?\\("),
  );
  return new RegExp(patterns.join("\\s*"), "g");
}

/** The first fault that a world shows; null where none does. */
function run(): string | null {
  const begun = performance.now();
  const args = ["--until-fault", "--seed", "5000", "--minutes", values.minutes, "--steps", "1500"];
  args.push("--cores", values.cores);
  const { stdout, stderr } = spawnSync(process.execPath, ["tests/world/simulate-world.ts", ...args], {
    env: { ...process.env, WORLD_BUILD: folder },
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const fault = /^FAULT (.{0,120})/m.exec(stdout)?.[1];
  if (fault === undefined && !/^\d+ seeds, 0 with faults$/m.test(stdout))
    throw new Error(`worlds do not run: ${stderr.slice(-2000)}`);
  const seeds = stdout.match(/^\{"seed"/gm)?.length ?? 0;
  const seconds = Math.trunc((performance.now() - begun) / 1000);
  return fault === undefined ? null : `${seconds} s, world ${seeds}, ${fault}`;
}
