import { auditPackages, shippedAdvisories } from "./advisories.ts";
import { lockedPackages } from "./sbom.ts";

const { advisories, entered_on } = shippedAdvisories();
const packages = lockedPackages();
const found = auditPackages(packages, { advisories });
for (const line of found) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${packages.length} packages, ${advisories.length} advisories as of ${entered_on}: ${found.length} found\n`,
);
process.exitCode = found.length === 0 ? 0 : 1;
