import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { OperatorError } from "../db/operator-error.ts";
import packageJson from "../package.json" with { type: "json" };
import { runCommand } from "./command.ts";
import { installedProgram, projectRoot } from "./project.ts";
import { type Release, writeImage } from "./release/image.ts";
import { isInstalled, run } from "./release/programs.ts";

// An archive and an image of package.json's version, with bills of software and checksums (CONTRIBUTING.md,
// "Release"). Without buildah no image.

const FOR_OPERATORS = [
  "deploy",
  "SECURITY.md",
  "docs/licences.md",
  "docs/operations.md",
  "docs/settings.md",
  "scripts/create-roles.sh",
];

/** Of a commit: nothing else can be built again. */
function nextRelease(): Release {
  const git = (...args: string[]) => run("git", ["-C", projectRoot, ...args]);
  if (git("status", "--porcelain") !== "") throw new OperatorError("A release is of a commit: commit first.");
  const { version } = packageJson;
  return {
    version,
    revision: git("rev-parse", "HEAD"),
    made_at: Number(git("log", "-1", "--format=%ct")),
    folder: path.join(projectRoot, "release"),
    name: `tribute-${version}-${process.platform}-${process.arch}`,
  };
}

/** The built server with its packages and Node, the units of systemd, and the documents for operators. */
function writeArchive({ version, made_at, folder, name }: Release, scratch: string): string[] {
  const top = `tribute-${version}`;
  const content = path.join(scratch, top);
  run(process.execPath, [path.join(projectRoot, "scripts/release/folder.ts"), content]);
  for (const each of FOR_OPERATORS)
    cpSync(path.join(projectRoot, each), path.join(content, each), { recursive: true });
  const node = `node-${process.platform}-${process.arch}`;
  for (const file of ["bin/node", "LICENSE", "package.json"])
    cpSync(installedProgram(`${node}/${file}`), path.join(content, "node_modules", node, file));
  mkdirSync(path.join(content, "node_modules/.bin"));
  symlinkSync(`../${node}/bin/node`, path.join(content, "node_modules/.bin/node"));

  const archive = path.join(folder, `${name}.tar.gz`);
  const sameEachTime = ["--sort=name", `--mtime=@${made_at}`, "--owner=0", "--group=0", "--numeric-owner"];
  run("tar", [
    ...sameEachTime,
    "--mode=u+w,go-w,a+rX",
    "--use-compress-program=gzip -n",
    "-cf",
    archive,
    "-C",
    scratch,
    top,
  ]);
  const bill = path.join(folder, `${name}.cdx.json`);
  cpSync(path.join(projectRoot, "build/sbom.cdx.json"), bill);
  return [archive, bill];
}

function writeChecksums(folder: string, files: readonly string[]): void {
  const lines = files.map((file) => {
    const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
    return `${digest}  ${path.basename(file)}\n`;
  });
  writeFileSync(path.join(folder, "SHA256SUMS"), lines.join(""));
}

await runCommand(async () => {
  const release = nextRelease();
  const scratch = mkdtempSync(path.join(tmpdir(), "tribute-release-"));
  try {
    run(process.execPath, [path.join(projectRoot, "scripts/build.ts"), "--if-needed"]);
    rmSync(release.folder, { recursive: true, force: true });
    mkdirSync(release.folder);
    const files = writeArchive(release, scratch);
    if (isInstalled("buildah")) files.push(...writeImage(release, scratch));
    else process.stdout.write("buildah is not installed: there is no image.\n");
    writeChecksums(release.folder, files);
    process.stdout.write(`${files.map((file) => path.relative(projectRoot, file)).join("\n")}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
