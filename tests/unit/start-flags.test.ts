import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
const flagsOf = (command: string) => command.match(/--[\w-]+=\d+/g) ?? [];

it("npm start, worker, image and systemd begin with the same memory settings", () => {
  const flags = flagsOf(manifest.scripts.start);
  expect(flags.length).toBeGreaterThan(0);
  expect(flagsOf(manifest.scripts.worker)).toEqual(flags);
  const image = read("Dockerfile");
  expect(flagsOf(/^CMD \[.*$/m.exec(image)?.[0] ?? "")).toEqual(flags);
  const units = ["web", "worker"].map((role) => read(`deploy/systemd/tribute-${role}.service`));
  for (const unit of units) expect(unit).toContain(`node ${flags.join(" ")} scripts/start.mjs`);

  const settings = [...read("scripts/start.mjs").matchAll(/(MALLOC_\w+): "(\d+)"/g)];
  expect(settings.map(([, name]) => name)).toEqual(["MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"]);
  for (const [, name, value] of settings)
    for (const file of [image, ...units]) expect(file).toContain(`${name}=${value}`);
});
