import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./project.ts";
import { codeAlone, listCode } from "./source-files.ts";

const CODE = ["app", "db", "scripts"];

function readBanned(): Map<string, string> {
  const glossary = readFileSync(path.join(projectRoot, "docs/glossary.md"), "utf8");
  const [, section = ""] = glossary.split("\n## Not in names\n");
  const rows = section.matchAll(/^\| (?!not |-)([a-z, ]+) \| ([^|]+) \|/gm);
  const banned = [...rows].flatMap(([, words = "", instead = ""]) =>
    words.split(", ").map((word) => [word, instead.trim()] as const),
  );
  if (banned.length === 0) throw new Error('docs/glossary.md has no table "Not in names"');
  return new Map(banned);
}

const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .toLowerCase()
    .split(/[^a-z]+/);

const banned = readBanned();
let findings = 0;
const check = (place: string, name: string) => {
  for (const word of wordsOf(name)) {
    const instead = banned.get(word);
    if (instead === undefined) continue;
    findings += 1;
    process.stderr.write(`${place}: "${name}": write ${instead}, not ${word} (docs/glossary.md)\n`);
  }
};

for (const { name, text } of CODE.flatMap(listCode)) {
  check(name, name);
  for (const [index, line] of codeAlone(text).split("\n").entries())
    for (const identifier of new Set(line.match(/[A-Za-z_$][\w$]*/g)))
      check(`${name}:${index + 1}`, identifier);
}
if (findings > 0) process.exitCode = 1;
