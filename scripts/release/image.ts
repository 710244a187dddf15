import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../db/operator-error.ts";
import { projectRoot } from "../project.ts";
import { type Component, writeSoftwareBill } from "../sbom.ts";
import { buildah, canPull, run } from "./programs.ts";
import { makeStandIns, STAND_INS } from "./stand-in.ts";

/** All layers, uncompressed. */
const SIZE_MAXIMUM_BYTES = 300_000_000;

export interface Release {
  version: string;
  revision: string;
  made_at: number;
  folder: string;
  name: string;
}

/**
 * For `docker load` and `podman load`, without a daemon, with a bill of software. In Docker's format: OCI's
 * has no health check. Returns both files.
 */
export function writeImage(release: Release, scratch: string): string[] {
  const image = `localhost/tribute:${release.version}`;
  const labels = { title: "Tribute", version: release.version, revision: release.revision, licenses: "MIT" };
  buildah(
    "build",
    ...["--isolation", "chroot", "--format", "docker", "--timestamp", String(release.made_at)],
    ...Object.entries(basesOf(scratch)).flatMap(([argument, base]) => ["--build-arg", `${argument}=${base}`]),
    ...Object.entries(labels).flatMap(([name, value]) => [
      "--label",
      `org.opencontainers.image.${name}=${value}`,
    ]),
    ...[...npmOfThisMachine(scratch), "--tag", image, projectRoot],
  );
  const archive = path.join(release.folder, `${release.name}-image.tar`);
  buildah("push", "--quiet", image, `docker-archive:${archive}:tribute:${release.version}`);
  const { size } = statSync(archive);
  process.stdout.write(`The image has ${Math.round(size / 1e6)} MB.\n`);
  if (size > SIZE_MAXIMUM_BYTES) throw new OperatorError(`An image has at most ${SIZE_MAXIMUM_BYTES} bytes.`);
  run("gzip", ["--no-name", archive]);
  const bill = path.join(release.folder, `${release.name}-image.cdx.json`);
  writeSoftwareBill(bill, systemComponents(image));
  return [`${archive}.gz`, bill];
}

/** None where a registry has Dockerfile's images. */
function basesOf(scratch: string): Partial<typeof STAND_INS> {
  const dockerfile = readFileSync(path.join(projectRoot, "Dockerfile"), "utf8");
  const images = [...dockerfile.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, name = ""]) => name);
  if (images.every(canPull)) return {};
  process.stdout.write("No registry has Dockerfile's images: Debian's packages take their place.\n");
  makeStandIns(scratch);
  return STAND_INS;
}

/** Registry and certificates for `npm ci`; they stay out of the image. */
function npmOfThisMachine(scratch: string): string[] {
  const settings = path.join(scratch, "npmrc");
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const inside = "/run/certificates.pem";
  const lines = [`registry=${run("npm", ["config", "get", "registry"])}`];
  if (certificates) lines.push(`cafile=${inside}`);
  writeFileSync(settings, `${lines.join("\n")}\n`);
  const volumes = [`${settings}:/root/.npmrc:ro`, ...(certificates ? [`${certificates}:${inside}:ro`] : [])];
  return volumes.flatMap((volume) => ["--volume", volume]);
}

/** Node, and Debian's packages. */
function systemComponents(image: string): Component[] {
  const container = buildah("from", image);
  const inside = (...command: string[]) =>
    buildah("run", "--isolation", "chroot", container, "--", ...command);
  const node = inside("node", "--version").slice(1);
  const packages = inside(
    "dpkg-query",
    "--show",
    "--showformat",
    `\${Package} \${Version} \${Architecture}\\n`,
  );
  buildah("rm", container);
  const debian = packages.split("\n").map((line): Component => {
    const [name = "", version = "", architecture = ""] = line.split(" ");
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
    return { type: "library", "bom-ref": purl, name, version, purl };
  });
  const purl = `pkg:generic/node@${node}`;
  return [{ type: "application", "bom-ref": purl, name: "node", version: node, purl }, ...debian];
}
