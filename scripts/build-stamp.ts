import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./project.ts";

/** Tests, scripts and documents do not change a build. */
const SOURCES = [
  "app",
  "db",
  "locales",
  "public",
  "scripts/build.ts",
  "scripts/dictionaries.ts",
  "scripts/precompress.ts",
  "scripts/sbom.ts",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

const stampFile = path.join(projectRoot, "build", "stamp");

/** By content: a new checkout of the same commit needs no build. */
export function fingerprintSources(): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(filesBelow).sort()) {
    const content = readFileSync(path.join(projectRoot, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** False for an interrupted build. */
export function isBuilt(fingerprint: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint;
}

export function writeStamp(fingerprint: string): void {
  writeFileSync(stampFile, fingerprint);
}

function filesBelow(source: string): string[] {
  const absolute = path.join(projectRoot, source);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [source];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(projectRoot, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"),
    );
}
