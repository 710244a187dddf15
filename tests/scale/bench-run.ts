import { Agent } from "node:http";
import { createDatabase } from "../../db/index.ts";
import { benchCreators, openAccounts, prepareDrafts } from "../bench/bench-database.ts";
import { postSummaries } from "../bench/form-posts.ts";
import { PROFILES } from "../bench/hold-load.ts";
import { logIn } from "../bench/sign-in-rows.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { each, meterCpu } from "./cpu-meter.ts";
import { walkAsFan } from "./fan.ts";
import { type Ground, openGround, say } from "./ground.ts";
import { createInstance, type Instance } from "./instance.ts";
import type { Outcome } from "./outcome.ts";
import { openStage } from "./stage.ts";
import { createStepSender } from "./step-requests.ts";

const AT_ONCE = 8;
const COUNTS = { poll: 4000, profile: 1500, tip: 200 };
const SUMMARY_SECONDS = 5;

/**
 * What one request costs each part, in processor time: straight to PostgreSQL, behind the pooler, and with two web
 * processes behind HAProxy and the pooler.
 */
export async function runBench(): Promise<Outcome> {
  const stage = openStage();
  try {
    const ground = await openGround(stage);
    const lines = [
      "| setup | request | how many | CPU ms each: product | HAProxy | PgBouncer | primary | standby |",
      "|---|---|---|---|---|---|---|---|",
    ];
    const { places, environment, direct, pooled, balancer } = ground;
    const start = async (name: string, index: 0 | 1, settings: Record<string, string>) => {
      const instance = createInstance(stage, name, places[index], {
        ...environment,
        ...settings,
        LOG_LEVEL: "error",
      });
      await instance.start();
      return instance;
    };
    const measure = async (setup: string, base: string, instances: readonly Instance[]) => {
      for (const [request, work] of Object.entries(WORKS)) {
        // Once to be warm, and the next time counts.
        await work(base, ground, 0.2);
        const read = await meterCpu(ground, instances);
        const count = await work(base, ground, 1);
        lines.push(`| ${setup} | ${request} | ${count} | ${each(read(), count).slice(0, 5).join(" | ")} |`);
        say(lines.at(-1) ?? "");
      }
    };
    const alone = await start("direct", 0, direct);
    await measure("one process, direct", alone.url, [alone]);
    await alone.program().stop();
    const behind = await start("pooled", 0, pooled);
    await measure("one process, pooled", behind.url, [behind]);
    const second = await start("second", 1, pooled);
    await measure("two processes, HAProxy, pooled", balancer.url, [behind, second]);
    return { lines, faults: [], logs: [] };
  } finally {
    await stage.close();
  }
}

/** Does so many, times the share, and tells how many they were. */
type Work = (base: string, ground: Ground, share: number) => Promise<number>;

const WORKS: Record<string, Work> = {
  "poll (304)": async (base, _ground, share) => {
    const cookie = await logIn(base, 0);
    const first = await fetch(`${base}/api/user`, { headers: { Cookie: cookie } });
    await first.arrayBuffer();
    const headers = { Cookie: cookie, "If-None-Match": first.headers.get("ETag") ?? "" };
    return await inTurns(COUNTS.poll * share, async () => {
      const answer = await fetch(`${base}/api/user`, { headers });
      if (answer.status !== 304) throw new Error(`a poll was answered with ${answer.status}`);
    });
  },
  "profile, rendered": async (base, _ground, share) =>
    await inTurns(COUNTS.profile * share, async (index) => {
      const answer = await fetch(`${base}/${PROFILES[index % PROFILES.length]}?visit=${index}-${share}`);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a profile was answered with ${answer.status}`);
    }),
  "payment begun": async (base, { ownerUrl }, share) => {
    const db = createDatabase(ownerUrl, { max: 2 });
    const creators = await benchCreators(db, 50);
    await openAccounts(db, creators);
    const seconds = SUMMARY_SECONDS * share;
    const drafts = await prepareDrafts(db, Math.ceil(300 * seconds), creators);
    await db.destroy();
    const rate = await postSummaries(base, TEST_SECRETS.APP_SECRET, drafts.values(), AT_ONCE, seconds);
    return Math.round(rate * seconds);
  },
  "whole tip, settled": async (base, _ground, share) => {
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const sender = createStepSender(agent);
    const count = await inTurns(COUNTS.tip * share, async (index) => {
      const fan = {
        profile: PROFILES[index % PROFILES.length] ?? "",
        message: "Danke!",
        address: `203.0.113.${index % 250}`,
        has_script: false,
      };
      await walkAsFan(sender, base, fan, () => undefined);
    });
    agent.destroy();
    return count;
  },
};

async function inTurns(wanted: number, act: (index: number) => Promise<void>): Promise<number> {
  const count = Math.round(wanted);
  let begun = 0;
  const client = async () => {
    while (begun < count) {
      begun += 1;
      await act(begun);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return count;
}
