import { xNetwork } from "../../../app/domain/microblog/networks/x.server.ts";
import { openWeakLine } from "../providers/weak-line.ts";
import type { NetworkWorld } from "./contract.ts";
import { type FakeX, openFakeX, X_KEYS } from "./fake-x.ts";

/** X, as the contract meets it: a fake over HTTP that checks signatures by its own code, and our adapter. */
export async function openXWorld(clock: () => Date = () => new Date()): Promise<NetworkWorld & { x: FakeX }> {
  const x = await openFakeX(clock);
  const line = await openWeakLine(x.origin);
  x.knownAs(line.origin);
  const access = { ...X_KEYS, base: line.origin, monthlyBudgetMills: 25_000, clock };
  return {
    ...{ x, line, takeAway: x.takeAway, limit: x.limit, refuseAll: x.refuseAll },
    wrongAnswers: ["0000000"],
    network: xNetwork(access),
    impatient: xNetwork({ ...access, timeoutMs: 50 }),
    allow: (authorizeUrl, accountId, handle) => x.allow(authorizeUrl, { accountId, handle }),
    textsOf: (accountId) => x.posts.filter((each) => each.accountId === accountId).map((each) => each.text),
    close: async () => {
      await Promise.all([line.close(), x.close()]).catch(() => undefined);
    },
  };
}
