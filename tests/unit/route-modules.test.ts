import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import addresses from "../../app/routes.ts";
import { codeAlone, listCode } from "../../scripts/source-files.ts";

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
    // the back office's old addresses lead on.
    const alike = /^routes\/((public|admin)\/(later|not-found)\.tsx$|tip\/)/;
    const files = modules.map(({ file }) => file).filter((file) => !alike.test(file));
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  });

  it("an address is not looked at by its module, to find out what is wanted of it", () => {
    const looks =
      /pathname\s*(\.(endsWith|includes|match|split|slice|at)\(|[!=]==)|\.(test|exec)\([\w.]*pathname|useMatches|useLocation/;
    const files = new Set(modules.map(({ file }) => `app/${file}`));
    const code = listCode("app").filter(({ name }) => files.has(name));
    expect(code.length).toBeGreaterThan(100);
    expect(code.filter(({ text }) => looks.test(codeAlone(text))).map(({ name }) => name)).toEqual([]);
  });
});
