import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import { isReservedUsername } from "../../app/domain/users/names.ts";
import routes from "../../app/routes.ts";
import { reservedNames } from "../../app/server/path-shape.server.ts";
import { demoCreators } from "../../db/seeds/world/creators.ts";

/** The map of routes with what stands behind its guards. */
const flat = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

const addresses = reservedNames(
  Object.fromEntries(flat(routes).map((route, index) => [index, { path: route.path }])),
);

describe("reserved names", () => {
  it("reserved names are derived from the map of routes, so that no creator's page hides one of ours", () => {
    for (const route of flat(routes)) {
      const first = route.path?.split("/")[0] ?? "";
      if (first === "" || first.startsWith(":") || first === "*") continue;
      expect(isReservedUsername(first, addresses), first).toBe(true);
    }
    for (const name of ["login", "Dashboard", "account", "ADMIN", "payout", "grouplists", "oauth"])
      expect(isReservedUsername(name, addresses), name).toBe(true);
  });

  it("reserved names also hold what services keep for themselves, whatever the case", () => {
    for (const name of ["admin", "Support", "API", "root", "webmaster", "Tribute"]) {
      expect(isReservedUsername(name, addresses), name).toBe(true);
    }
  });

  it("reserved names are not used in the demo world", () => {
    for (const creator of demoCreators) expect(isReservedUsername(creator.username, addresses)).toBe(false);
  });
});
