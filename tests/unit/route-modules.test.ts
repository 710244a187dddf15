import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import addresses from "../../app/routes.ts";

/** Every address of app/routes.ts with its module, guards aside. */
function modulesOf(routes: readonly RouteConfigEntry[]): { path: string; file: string }[] {
  return routes.flatMap(({ path = "", file, children }) =>
    children ? modulesOf(children) : [{ path, file }],
  );
}

const modules = modulesOf(addresses);

describe("an address", () => {
  it("an address has a module of its own", () => {
    // What is not built and what is not there look alike everywhere; a tip's steps begin at a profile or at an amount;
    // the back office's old addresses lead on; versions of legal pages are alike.
    const alike = /^routes\/((public|admin)\/(later|not-found|legal\/version)\.tsx$|tip\/)/;
    const files = modules.map(({ file }) => file).filter((file) => !alike.test(file));
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  });
});
