import {
  createXStandIn,
  newXState,
  type XAccount,
  type XState,
} from "../../../app/stand-ins/x-stand-in.server.ts";
import { listenWith } from "../providers/listening-handler.ts";

/** The platform's app at the fake. */
export const X_KEYS = { apiKey: "fakeapikey0123456789", apiSecret: "fakeapisecret0123456789abcdef" };

/** The demo's stand-in of X over real HTTP, and what tests do to it. */
export interface FakeX {
  origin: string;
  /** Also reached, and signed for, by another address: that of a weak line. */
  knownAs(origin: string): void;
  posts: XState["posts"];
  calls: readonly string[];
  /** Whoever is signed in at X lets the app in; returns the PIN that X shows. */
  allow(authorizeUrl: string, account: XAccount): Promise<string>;
  /** The owner of an account posts something by hand. */
  write(accountId: string, text: string): void;
  /** The owner of the account takes our access away. */
  takeAway(accountId: string): void;
  /** Posts of an account are refused until then. */
  limit(accountId: string, until: Date | null): void;
  refuseAll(why: XState["refusal"]): void;
  close(): Promise<void>;
}

export async function openFakeX(clock: () => Date = () => new Date()): Promise<FakeX> {
  const calls: string[] = [];
  const bases = new Set<string>();
  const state = newXState();
  const secret = "a secret of the fake";
  const x = createXStandIn({ ...X_KEYS, secret, bases, prefix: "", clock, state });
  const server = await listenWith(x.answer, (call) => calls.push(call));
  bases.add(server.origin);
  return {
    ...{ origin: server.origin, calls, posts: state.posts, write: x.write, takeAway: x.takeAway },
    knownAs: (origin) => bases.add(origin),
    async allow(authorizeUrl, account) {
      const token = new URL(authorizeUrl).searchParams.get("oauth_token") ?? "";
      if (!x.findAccount(token)) throw new Error("X knows no such request");
      state.accounts.set(token, account);
      return x.pinOf(token);
    },
    limit(accountId, until) {
      if (until) state.limits.set(accountId, until);
      else state.limits.delete(accountId);
    },
    refuseAll(why) {
      state.refusal = why;
    },
    close: server.close,
  };
}
