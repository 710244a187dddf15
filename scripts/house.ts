import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { installedProgram, projectRoot } from "./project.ts";
import { importsOf, listCode, listSources, withoutComments } from "./source-files.ts";

// Prints the size of the code beside its goals.

/** From bottom to top: an import of a higher row runs upward. Without what assembles the product. */
const LAYERS = [
  ["app/crypto", "db"],
  ["app/domain"],
  ["app/media", "app/mail", "app/jobs", "app/pdf"],
  ["app/http", "app/ui"],
  ["app/api", "app/routes"],
  ["app/dictionary", "app/server"],
];

const report = (figure: string, value: number | string, most?: number) =>
  process.stdout.write(
    `${figure.padEnd(66)}${String(value).padStart(12)}${most === undefined ? "" : `  at most ${most}`}\n`,
  );

const LASTING = ["app", "db", "scripts"];
const count = (files: ReturnType<typeof listCode>, of: (text: string) => number) =>
  files.reduce((sum, file) => sum + of(file.text), 0);
const lines = (text: string) => text.trimEnd().split("\n").length;
const words = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

function commentWords(text: string): number {
  const code = withoutComments(text);
  const comments = Array.from({ length: text.length }, (_, at) => {
    const [written = "", left] = [text[at], code[at]];
    return written === left ? " " : written;
  });
  return words(comments.join(""));
}

const folderOf = (name: string) => {
  const [top = "", below = ""] = name.split("/");
  return top !== "app" ? top : `app/${below.includes(".") ? "*" : below}`;
};

function reportSizes(): void {
  for (const top of ["app", "tests", "db", "locales", "scripts"]) {
    const code = listCode(top);
    const folders = Map.groupBy(code, ({ name }) => folderOf(name));
    if (folders.size > 1)
      for (const [folder, files] of folders)
        report(`${folder}: files, lines`, `${files.length}, ${count(files, lines)}`);
    report(`${top}: files`, code.length, { app: 800, db: 200 }[top]);
    report(`${top}: lines`, count(code, lines), { tests: 62_000 }[top]);
  }
  report("comment words in app, db, scripts", count(LASTING.flatMap(listCode), commentWords), 30_000);
  const docs = listSources("docs").filter(({ name }) => name.endsWith(".md"));
  report("docs: words", count(docs, words), 30_000);
  report("README.md: lines", lines(readFileSync(path.join(projectRoot, "README.md"), "utf8")), 90);
}

/** It fails on findings, so its exit code says nothing. */
function jsonOf<Schema extends z.ZodType>(schema: Schema, program: string, ...args: string[]) {
  const command = [installedProgram(program), ...args];
  const options = { cwd: projectRoot, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  return schema.parse(JSON.parse(spawnSync(process.execPath, command, options).stdout));
}

const locationOf = z.object({ path: z.string(), start: z.object({ line: z.number() }) });
const biomeReport = z.object({
  diagnostics: z.array(z.object({ message: z.string(), location: locationOf })),
});

function reportLongestFunctions(): void {
  const folder = mkdtempSync(path.join(tmpdir(), "tribute-house-"));
  const rule = { noExcessiveLinesPerFunction: { level: "error", options: { maxLines: 40 } } };
  writeFileSync(path.join(folder, "biome.json"), JSON.stringify({ linter: { rules: { complexity: rule } } }));
  const args = ["--only=complexity/noExcessiveLinesPerFunction", "--reporter=json", "--max-diagnostics=none"];
  const biome = "@biomejs/biome/bin/biome";
  const found = jsonOf(biomeReport, biome, "lint", `--config-path=${folder}`, ...args, ...LASTING);
  rmSync(folder, { recursive: true });
  const long = found.diagnostics.map(({ message, location }) => ({
    size: Number(/\((\d+)\)/.exec(message)?.[1]),
    place: `${location.path}:${location.start.line}`,
  }));
  long.sort((one, other) => other.size - one.size);
  for (const { size, place } of long.slice(0, 10)) report(`lines of ${place}`, size, 70);
}

function reportUpwardImports(): void {
  const height = (name: string) =>
    name.startsWith("db/seeds/") ? -1 : LAYERS.findIndex((row) => row.includes(folderOf(name)));
  const own = ["app", "db"].flatMap(listCode).flatMap(importsOf);
  const upward = own.filter(
    ({ isOwn, from, target }) => isOwn && height(from) >= 0 && height(target) > height(from),
  );
  const kinds = Map.groupBy(
    upward,
    ({ from, target, isTypeOnly }) => `${folderOf(from)} → ${folderOf(target)}${isTypeOnly ? ", types" : ""}`,
  );
  for (const [kind, found] of kinds) report(`upward: ${kind}`, found.length);
  report("upward imports", upward.length, 0);
}

const knipReport = z.object({ issues: z.array(z.record(z.string(), z.unknown())) });

function reportUnused(): void {
  const { issues } = jsonOf(knipReport, "knip/bin/knip.js", "--no-progress", "--reporter", "json");
  const lists = issues.flatMap((issue) => Object.values(issue).filter(Array.isArray));
  report("exports and files that nothing uses", lists.flat().length, 0);
}

reportSizes();
reportLongestFunctions();
reportUpwardImports();
reportUnused();
