import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectRoot } from "./project.ts";

const FOLDER = "node_modules/";

const lockSchema = z.object({
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      os: z.unknown().optional(),
      cpu: z.unknown().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

export interface LockedPackage {
  name: string;
  version: string;
  place: string;
  license: string | null;
  integrity: string | null;
  isProduction: boolean;
  isOptional: boolean;
  /** Platform-specific, or with an install script. */
  isNative: boolean;
}

/** In the lock file's order, without the project. */
export function lockedPackages(): LockedPackage[] {
  return Object.entries(readLock().packages).flatMap(([place, entry]) => {
    if (!place.includes(FOLDER) || entry.version === undefined) return [];
    const name = entry.name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);
    return [
      {
        name,
        version: entry.version,
        place,
        license: entry.license ?? null,
        integrity: entry.integrity ?? null,
        isProduction: entry.dev !== true,
        isOptional: entry.optional === true,
        isNative: entry.os !== undefined || entry.cpu !== undefined || entry.hasInstallScript === true,
      },
    ];
  });
}

export interface Component {
  type: "library" | "application";
  "bom-ref": string;
  name: string;
  version: string;
  purl: string;
}

/**
 * CycloneDX 1.6, deterministic from the lock file, and of what is `beside` it. Packages of other platforms
 * are optional.
 */
export function softwareBill(beside: readonly Component[] = []): object {
  const seen = new Set<string>();
  const components = lockedPackages()
    .filter(({ isProduction }) => isProduction)
    .flatMap(({ name, version, license, integrity, isOptional }) => {
      const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
      if (seen.has(purl)) return [];
      seen.add(purl);
      return [
        {
          type: "library",
          "bom-ref": purl,
          name,
          version,
          purl,
          scope: isOptional ? "optional" : "required",
          ...(license === null ? {} : { licenses: [{ expression: spdx(license) }] }),
          ...(integrity === null ? {} : { hashes: [hashOf(integrity)] }),
        },
      ];
    });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "tribute", version: readLock().version } },
    components: [...components, ...beside],
  };
}

export function writeSoftwareBill(file: string, beside: readonly Component[] = []): void {
  writeFileSync(file, `${JSON.stringify(softwareBill(beside), null, 1)}\n`);
}

function readLock(): z.infer<typeof lockSchema> {
  return lockSchema.parse(JSON.parse(readFileSync(path.join(projectRoot, "package-lock.json"), "utf8")));
}

function spdx(license: string): string {
  return license.replace(/ (and|or|with) /g, (operator) => operator.toUpperCase());
}

function hashOf(integrity: string): { alg: string; content: string } {
  const [, bits = "", digest = ""] = /^sha(\d+)-(.+)$/.exec(integrity) ?? [];
  return {
    alg: bits === "1" ? "SHA-1" : `SHA-${bits}`,
    content: Buffer.from(digest, "base64").toString("hex"),
  };
}
