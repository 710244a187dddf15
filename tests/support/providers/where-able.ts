import { describe, it } from "vitest";

/** A test of what a provider can do: of one that cannot there is none, so that none is skipped. */
export function whereAble(isAble: boolean): (name: string, test: () => Promise<void>) => void {
  return (name, test) => {
    if (isAble) it(name, test);
  };
}

/** The same of several tests. */
export function describeWhere(isAble: boolean): (name: string, tests: () => void) => void {
  return (name, tests) => {
    if (isAble) describe(name, tests);
  };
}
