import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { projectRoot } from "./project.ts";
import type { LockedPackage } from "./sbom.ts";

// package-lock.json against scripts/advisories.json, offline (docs/dependencies.md).

const listSchema = z.strictObject({
  entered_on: z.iso.date(),
  source: z.string(),
  advisories: z.array(
    z.strictObject({
      id: z.string().regex(/^(GHSA(-[0-9a-z]{4}){3}|CVE-\d{4}-\d{4,})$/),
      package: z.string(),
      introduced: z.string(),
      fixed: z.string(),
    }),
  ),
});

export type AdvisoryList = z.infer<typeof listSchema>;

export function shippedAdvisories(): AdvisoryList {
  return listSchema.parse(
    JSON.parse(readFileSync(path.join(projectRoot, "scripts", "advisories.json"), "utf8")),
  );
}

/** A version with an advisory, or a missing SHA-512. */
export function auditPackages(
  packages: readonly Pick<LockedPackage, "name" | "version" | "integrity">[],
  { advisories }: Pick<AdvisoryList, "advisories">,
): string[] {
  return packages.flatMap(({ name, version, integrity }) => [
    ...(integrity?.startsWith("sha512-") ? [] : [`${name} ${version}: no checksum`]),
    ...advisories
      .filter((each) => each.package === name && isWithin(version, each))
      .map(({ id, fixed }) => `${name} ${version}: ${id}, fixed in ${fixed}`),
  ]);
}

function isWithin(version: string, { introduced, fixed }: { introduced: string; fixed: string }): boolean {
  return compareVersions(version, introduced) >= 0 && compareVersions(version, fixed) < 0;
}

/** A prerelease counts as its release. */
function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => (version.split(/[-+]/)[0] ?? "").split(".").map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
