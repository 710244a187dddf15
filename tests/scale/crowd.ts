import { Agent } from "node:http";
import { PROFILES } from "../bench/hold-load.ts";
import { type Acknowledged, walkAsFan } from "./fan.ts";
import { createStepSender, type FailedAttempt } from "./step-requests.ts";

/** More fans under way than that, and new ones stay away: the machine does not keep up. */
const UNDER_WAY_MAXIMUM = 600;

/** Fans who come at a steady rate, whether the product keeps up or not. */
export interface Crowd {
  /** Stands in the words of each of these fans, and of no others. */
  run: string;
  /** What was acknowledged so far. */
  paid: readonly Acknowledged[];
  failed: readonly FailedAttempt[];
  /** Fans whom nothing could help, by what they saw last. */
  lost: ReadonlyMap<string, number>;
  begun(): number;
  /** Fans who stayed away because too many were under way. */
  stayedAway(): number;
  requests(): number;
  /** The longest time between two answered posts in a span of performance.now(), and how many there were. */
  longestGapMs(fromMs: number, toMs: number): number;
  /** No more fans; resolves when all who came have gone. */
  end(): Promise<void>;
}

/** Lets `perSecond` fans begin each second. Their words tell them apart; `haveScript` has them get what each page names. */
export function startCrowd(base: string, perSecond: number, haveScript = false): Crowd {
  const run = `r${Date.now() % 1_000_000}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const sender = createStepSender(agent);
  const paid: Acknowledged[] = [];
  const lost = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const startedMs = performance.now();
  let begun = 0;
  let stayedAway = 0;
  const come = () => {
    const due = Math.floor(((performance.now() - startedMs) * perSecond) / 1000);
    while (begun + stayedAway < due) {
      if (underWay.size >= UNDER_WAY_MAXIMUM) {
        stayedAway += 1;
        continue;
      }
      begun += 1;
      const fan = {
        profile: PROFILES[begun % PROFILES.length] ?? "",
        message: `Danke ${run} ${begun}`,
        address: `203.0.${begun % 113}.${begun % 251}`,
        has_script: haveScript,
      };
      const walk = walkAsFan(sender, base, fan, (each) => paid.push(each))
        .catch((error: unknown) => {
          const words =
            error instanceof Error ? error.message.replace(/\/[\w.%-]{40,}/g, "/…") : String(error);
          lost.set(words, (lost.get(words) ?? 0) + 1);
        })
        .finally(() => underWay.delete(walk));
      underWay.add(walk);
    }
  };
  const timer = setInterval(come, 10);
  return {
    run,
    paid,
    failed: sender.failed,
    lost,
    begun: () => begun,
    stayedAway: () => stayedAway,
    requests: sender.requests,
    longestGapMs(fromMs, toMs) {
      const times = [fromMs, ...sender.writesMs.filter((at) => at > fromMs && at < toMs), toMs];
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
    },
    async end() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}
