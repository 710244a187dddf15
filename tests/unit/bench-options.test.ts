import { describe, expect, it } from "vitest";
import { GROUPS, readBenchOptions } from "../bench/bench-options.ts";

describe("the options of npm run bench", () => {
  it("measure everything in five rounds of four seconds, unless they say otherwise", () => {
    expect(readBenchOptions([])).toMatchObject({ groups: GROUPS, rounds: 5, seconds: 4, peers: [] });
    expect(readBenchOptions(["--rounds", "3", "--seconds", "2"])).toMatchObject({ rounds: 3, seconds: 2 });
  });

  it("measure a part, in the order of the whole", () => {
    expect(readBenchOptions(["--only", "poll,pages"]).groups).toEqual(["pages", "poll"]);
    expect(() => readBenchOptions(["--only", "everything"])).toThrow();
  });

  it("name a peer for a page of guests, or for one row", () => {
    const { peers } = readBenchOptions([
      ...["--peer", "Ghost=http://127.0.0.1:2368/,12"],
      ...["--peer", "Ghost=http://127.0.0.1:2368/a,b,34,group"],
    ]);
    expect(peers).toEqual([
      { name: "Ghost", url: "http://127.0.0.1:2368/", pid: 12, row: "profile" },
      { name: "Ghost", url: "http://127.0.0.1:2368/a,b", pid: 34, row: "group" },
    ]);
  });

  it.each(["Ghost", "Ghost=http://127.0.0.1/", "Ghost=http://127.0.0.1/,12,kitchen"])(
    "refuse a peer that is none: %s",
    (peer) => {
      expect(() => readBenchOptions(["--peer", peer])).toThrow();
    },
  );
});
