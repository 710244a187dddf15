import type { Feature } from "../../product-features.ts";
import type { Features } from "../../product-settings.ts";

interface BegunLink {
  authorizeUrl: string;
  pending: string;
}

export interface LinkedAccount {
  accountId: string;
  handle: string;
  credentials: string;
}

interface PostOrder {
  accountId: string;
  credentials: string;
  text: string;
}

/** Also a chat server's channels. Throws only the errors below (docs/product.md, 9.16). */
export interface Network {
  /** Stored: used names stay. */
  readonly name: string;
  readonly label: string;
  readonly voice: "creator" | "channel";
  readonly postsADay: number;
  readonly maxCharacters: number;
  count(text: string): number;
  costMills(text: string): number;
  readonly lookUpMills: number;
  /** 0 posts nothing. */
  readonly monthlyBudgetMills: number;
  begin(): Promise<BegunLink>;
  complete(pending: string, answer: string): Promise<LinkedAccount>;
  /** NetworkUnavailable says whether the post may exist. */
  post(order: PostOrder): Promise<{ postId: string }>;
  /** By text, since a moment. Without it lost answers stay unknown. */
  readonly find?: (order: PostOrder & { since: Date }) => Promise<{ postId: string } | null>;
  revoke(credentials: string): Promise<void>;
}

export interface Networks {
  readonly all: readonly Network[];
  find(name: string): Network | null;
}

const FEATURE_OF: Readonly<Record<string, Feature>> = { x: "microblog", discord: "discord" };

export function offeredNetworks({ all }: Networks, features: Features): Networks {
  return createNetworks(all.filter(({ name }) => features[FEATURE_OF[name] ?? "microblog"]));
}

export function createNetworks(all: readonly Network[]): Networks {
  return { all, find: (name) => all.find((network) => network.name === name) ?? null };
}

export class PinRefused extends Error {
  override name = "PinRefused";
}

export class LinkRevoked extends Error {
  override name = "LinkRevoked";
}

export class RateLimited extends Error {
  override name = "RateLimited";
  readonly until: Date;
  constructor(until: Date) {
    super(`rate limit until ${until.toISOString()}`);
    this.until = until;
  }
}

export class DuplicatePost extends Error {
  override name = "DuplicatePost";
}

export class PostRefused extends Error {
  override name = "PostRefused";
}

/** Credits, daily limit, keys or posting right. */
export type PauseReason = "CREDITS" | "DAY_LIMIT" | "KEYS" | "RIGHTS";

/** For all creators, until an operator acts. */
export class NetworkPaused extends Error {
  override name = "NetworkPaused";
  readonly why: PauseReason;
  readonly until: Date;
  constructor(why: PauseReason, message: string, until: Date) {
    super(message);
    this.why = why;
    this.until = until;
  }
}

export class NetworkUnavailable extends Error {
  override name = "NetworkUnavailable";
  /** Then look it up; never repeat blindly. */
  readonly mayBeDone: boolean;
  constructor(message: string, mayBeDone: boolean, options?: ErrorOptions) {
    super(message, options);
    this.mayBeDone = mayBeDone;
  }
}
