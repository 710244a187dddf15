import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "deploy/systemd");
const units = readdirSync(folder).filter((name) => name.endsWith(".service"));
/** systemd's own measure, from 0 to 10; below 2 it says OK. */
const EXPOSURE_MAXIMUM = 2;

let scratch: string;

/** The same units for this checkout, so that what they start is there. */
beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "tribute-units-"));
  for (const name of units) {
    const text = readFileSync(path.join(folder, name), "utf8");
    writeFileSync(path.join(scratch, name), text.replaceAll("/opt/tribute", root));
  }
});
afterAll(() => rmSync(scratch, { recursive: true }));

/** Null where systemd is not installed. */
function analyze(...args: string[]): { status: number | null; text: string } | null {
  const { error, status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
  return error ? null : { status, text: stdout + stderr };
}

test("each unit of systemd is confined", () => {
  expect(units).toEqual(["tribute-migrate.service", "tribute-web.service", "tribute-worker.service"]);
  for (const name of units) {
    const text = readFileSync(path.join(folder, name), "utf8");
    for (const line of [
      "User=tribute",
      "CapabilityBoundingSet=",
      "NoNewPrivileges=yes",
      "ProtectSystem=strict",
    ])
      expect(text.split("\n"), name).toContain(line);
    const measured = analyze("security", "--offline=yes", "--no-pager", path.join(scratch, name));
    const [, exposure = "0"] = /exposure level for \S+: ([\d.]+)/.exec(measured?.text ?? "") ?? [];
    expect(Number(exposure), measured?.text).toBeLessThan(EXPOSURE_MAXIMUM);
  }
});

test("systemd finds no mistake in the units", () => {
  const verified = analyze("verify", ...units.map((name) => path.join(scratch, name)));
  expect(verified ?? { status: 0, text: "" }).toEqual({ status: 0, text: "" });
});

test("the owner's password reaches the migration alone", () => {
  const withOwner = units.filter((name) =>
    readFileSync(path.join(folder, name), "utf8").includes("EnvironmentFile=/etc/tribute/owner"),
  );
  expect(withOwner).toEqual(["tribute-migrate.service"]);
});
