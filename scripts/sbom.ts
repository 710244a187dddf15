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

/** A package as package-lock.json knows it. */
export interface LockedPackage {
  name: string;
  version: string;
  /** Where it lies, from the project's folder: the same name may be there in two versions. */
  place: string;
  license: string | null;
  integrity: string | null;
  /** Needed to run the product, not only to build and test it. */
  isProduction: boolean;
  isOptional: boolean;
  /** It is made for one system, or wants to run a script when it is installed. */
  isNative: boolean;
}

/** Every package of the lock file, in its order, without the project itself. */
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

/**
 * The software bill of materials (CycloneDX 1.6) of what the product runs on, from the lock file: the same lock makes the
 * same bytes, on every system and without a network. Packages for other systems are in it, as optional.
 */
export function softwareBill(): object {
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
    components,
  };
}

/** Writes it beside what was built. */
export function writeSoftwareBill(file: string): void {
  writeFileSync(file, `${JSON.stringify(softwareBill(), null, 1)}\n`);
}

function readLock(): z.infer<typeof lockSchema> {
  return lockSchema.parse(JSON.parse(readFileSync(path.join(projectRoot, "package-lock.json"), "utf8")));
}

/** The operators of a licence expression are written large; some packages write them small. */
function spdx(license: string): string {
  return license.replace(/ (and|or|with) /g, (operator) => operator.toUpperCase());
}

/** From npm's "sha512-<base64>" to the hexadecimal that CycloneDX asks for. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [, bits = "", digest = ""] = /^sha(\d+)-(.+)$/.exec(integrity) ?? [];
  return {
    alg: bits === "1" ? "SHA-1" : `SHA-${bits}`,
    content: Buffer.from(digest, "base64").toString("hex"),
  };
}
