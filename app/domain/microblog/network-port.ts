/** A link that was begun: where the creator allows it, and what is needed to complete it, which is a secret. */
interface BegunLink {
  authorizeUrl: string;
  pending: string;
}

/** An account at a network that a creator has linked; the credentials are a secret. */
export interface LinkedAccount {
  accountId: string;
  handle: string;
  credentials: string;
}

/** What is posted, and to whose account. */
interface PostOrder {
  accountId: string;
  credentials: string;
  text: string;
}

/** A microblogging network, or channels of a chat server (docs/product.md, 9.16). Calls throw the errors below and nothing else. */
export interface Network {
  /** Kept with every link and post, and a part of addresses: a name once used stays. */
  readonly name: string;
  /** Its own name, as people know it. */
  readonly label: string;
  /** Who speaks in a post: the creator, or we about the creator, in a channel that others read for other reasons, too. */
  readonly voice: "creator" | "channel";
  /** So many posts of a creator are made there in 24 hours. */
  readonly postsADay: number;
  readonly maxCharacters: number;
  /** The length of a text as the network counts it. */
  count(text: string): number;
  /** What a post costs the platform, in thousandths of a US dollar. */
  costMills(text: string): number;
  /** What it costs at most to look whether a post is there. */
  readonly lookUpMills: number;
  /** What the platform spends there in a month at most; with 0 nothing is posted. */
  readonly monthlyBudgetMills: number;
  /** Throws NetworkPaused or NetworkUnavailable. */
  begin(): Promise<BegunLink>;
  /** By the PIN that it has shown, or the query with which it has led back. Throws PinRefused, NetworkPaused or NetworkUnavailable. */
  complete(pending: string, answer: string): Promise<LinkedAccount>;
  /** Posts once. NetworkUnavailable tells whether the post may be there all the same. */
  post(order: PostOrder): Promise<{ postId: string }>;
  /** The account's own post of this text since a moment; null where there is none. Without it lost answers stay unknown. */
  readonly find?: (order: PostOrder & { since: Date }) => Promise<{ postId: string } | null>;
  /** Gives the access back. */
  revoke(credentials: string): Promise<void>;
}

/** The networks that are set up here. */
export interface Networks {
  readonly all: readonly Network[];
  /** Null for a name that is not set up here. */
  find(name: string): Network | null;
}

export function createNetworks(all: readonly Network[]): Networks {
  return { all, find: (name) => all.find((network) => network.name === name) ?? null };
}

/** The PIN is wrong, or belongs to another attempt. */
export class PinRefused extends Error {
  override name = "PinRefused";
}

/** The creator has taken our access away: no call with these credentials will do anything again. */
export class LinkRevoked extends Error {
  override name = "LinkRevoked";
}

/** Too many posts of this account: nothing was posted, and nothing will be until then. */
export class RateLimited extends Error {
  override name = "RateLimited";
  readonly until: Date;
  constructor(until: Date) {
    super(`rate limit until ${until.toISOString()}`);
    this.until = until;
  }
}

/** The same text stands there already: nothing was posted. */
export class DuplicatePost extends Error {
  override name = "DuplicatePost";
}

/** The network understood and refused: asking again the same way will not help. */
export class PostRefused extends Error {
  override name = "PostRefused";
}

/** Why a network takes nobody's posts: credits used up, its limit of a day, our keys refused, or their right to post. */
export type PauseReason = "CREDITS" | "DAY_LIMIT" | "KEYS" | "RIGHTS";

/** Nobody's posts are taken. An operator looks. */
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

/** No answer, or none that says what became of the call. */
export class NetworkUnavailable extends Error {
  override name = "NetworkUnavailable";
  /** The call may have done its work: what came of it is looked up, never repeated blindly. */
  readonly mayBeDone: boolean;
  constructor(message: string, mayBeDone: boolean, options?: ErrorOptions) {
    super(message, options);
    this.mayBeDone = mayBeDone;
  }
}
