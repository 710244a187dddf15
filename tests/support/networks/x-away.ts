import { expect } from "vitest";
import { createEncryption } from "../../../app/crypto/crypto.server.ts";
import type { Networks } from "../../../app/domain/microblog/network-port.ts";
import { postDue } from "../../../app/domain/microblog/post-due.server.ts";
import { producePosts } from "../../../app/domain/microblog/produce.server.ts";
import type { Creator, TipWorld } from "../money/tip-world.ts";
import { linkAccount, MICROBLOG_SECRET } from "./microblog-world.ts";
import { openXWorld } from "./x-world.ts";

/** X beside a world in which everything outside is down for a while: silent first, then failing, then refusing. */
export async function openXAway(world: TipWorld, isDown: () => boolean) {
  const x = await openXWorld(world.clock);
  const now = () => (isDown() ? x.impatient : x.network);
  const networks: Networks = {
    get all() {
      return [now()];
    },
    find: (name) => (name === "x" ? now() : null),
  };
  const services = {
    ...{ ...world, networks, encryption: createEncryption(MICROBLOG_SECRET) },
    publicUrl: "https://tribute.example",
  };

  let inVain = 0;

  /** Each ten minutes of the hour another way to be away. */
  function goAway(tens: number): void {
    x.line.hang(tens < 2);
    if (tens >= 2)
      for (let calls = 0; calls < 4; calls += 1) x.line.failNext(tens < 4 ? "failure" : "rate_limit");
  }

  return {
    networks,
    encryption: services.encryption,
    link: (creator: Creator) =>
      linkAccount({ ...services, x }, creator, "4711", { on_new_tip: true, tip_frequency: "ALL" }),
    /** What its jobs do while it is away; it is asked, and not too often. */
    async tryInVain(tens: number): Promise<void> {
      goAway(tens);
      const before = x.line.calls.length;
      expect(await run()).toEqual([]);
      const asked = x.line.calls.length - before;
      // Two of a run, and the clock may start one beside this.
      expect(asked).toBeLessThanOrEqual(4);
      inVain += asked;
    },
    run,
    async comeBack(): Promise<void> {
      // Silent, failing and limiting, each at least once; the clock may have asked instead of this.
      expect(inVain).toBeGreaterThanOrEqual(3);
      x.line.hang(false);
      // Uses up what was to fail.
      for (let status = 500; status === 500 || status === 429; ) {
        const answer = await fetch(`${x.line.origin}/drain`);
        await answer.body?.cancel();
        status = answer.status;
      }
    },
    /** Each post of so many stands there once, and none is left open. */
    async expectEachOnce(count: number): Promise<void> {
      const rows = await world.db.selectFrom("microblog_posts").select(["status", "text"]).execute();
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["POSTED"]));
      expect(x.textsOf("4711").toSorted()).toEqual(rows.map(({ text }) => text).toSorted());
      expect(new Set(x.textsOf("4711")).size).toBe(count);
    },
    async isDone(count: number): Promise<boolean> {
      await run();
      const rows = await world.db.selectFrom("microblog_posts").select("status").execute();
      return rows.length === count && rows.every(({ status }) => status === "POSTED");
    },
    close: x.close,
  };

  async function run(): Promise<unknown[]> {
    const produced = await producePosts(services);
    return [...produced.failed, ...(await postDue(services)).failed];
  }
}
