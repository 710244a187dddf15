/** A network that creators have a page on. */
interface Network {
  readonly label: string;
  /** The address of a person's page there. */
  readonly url: `https://${string}{handle}${string}`;
  /** Older hosts of the same pages. */
  readonly hosts?: readonly string[];
  /** The drawer has a dot until a page on one of these is set; every network verifies (docs/product.md, 6.13). */
  readonly isMain?: true;
  /** Channels there that have no handle, or are known by an older name: kept as the path of their address. */
  readonly channel?: RegExp;
}

/** The networks in their order (docs/product.md, 6.13). Whatever asks for them asks here. */
const LIST = {
  instagram: { label: "Instagram", url: "https://www.instagram.com/{handle}/", isMain: true },
  twitter: { label: "X (Twitter)", url: "https://x.com/{handle}", hosts: ["twitter.com"], isMain: true },
  finmessage: { label: "finmessage", url: "https://finmessage.com/{handle}", isMain: true },
  tiktok: { label: "TikTok", url: "https://www.tiktok.com/@{handle}" },
  twitch: { label: "Twitch", url: "https://www.twitch.tv/{handle}" },
  youtube: {
    label: "YouTube",
    url: "https://www.youtube.com/@{handle}",
    channel: /^(?:channel\/UC[\w-]{22}|(?:c|user)\/[A-Za-z0-9][A-Za-z0-9._-]{0,92})$/,
  },
  dommelink: { label: "dommelink", url: "https://dommelink.com/{handle}", isMain: true },
} as const satisfies Record<string, Network>;

/** Where the microblogging service takes a post that somebody else has begun. */
export const SHARE_INTENT = "https://x.com/intent/post";

export type SocialNetwork = keyof typeof LIST;

export const SOCIAL_NETWORKS: Readonly<Record<SocialNetwork, Network>> = LIST;

/** Whether a name is that of one of the networks. */
export function isNetwork(name: string): name is SocialNetwork {
  return Object.hasOwn(LIST, name);
}

/** Their names in the order of the list. */
export const NETWORK_NAMES: readonly SocialNetwork[] = Object.keys(LIST).filter(isNetwork);

/** Those that the drawer's dot for social media is about. */
export const MAIN_NETWORKS = NETWORK_NAMES.filter((name) => SOCIAL_NETWORKS[name].isMain);

/** The page of a person on a network; a leading @ of the handle does not count. */
export function socialUrl(name: SocialNetwork, handle: string): string {
  const network = SOCIAL_NETWORKS[name];
  if (network.channel?.test(handle)) return new URL(`/${handle}`, network.url).href;
  return network.url.replace("{handle}", encodeURIComponent(handle.replace(/^@/, "")));
}

const HANDLE = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/;

/** Paths of YouTube that look like a name and are no channel. */
const YOUTUBE_PAGES = new Set(
  "channel c user watch playlist shorts live embed results feed hashtag post".split(" "),
);

/**
 * What a creator typed for a network, as the handle that we keep: a name, with or without @, or the address of their page
 * there. Null when it is neither, or the address of another site.
 */
export function readSocialHandle(network: SocialNetwork, typed: string): string | null {
  const text = typed.trim();
  const isChannel = (path: string) => SOCIAL_NETWORKS[network].channel?.test(path) ?? false;
  if (isChannel(text)) return text;
  const isAddress = /^https?:\/\//i.test(text) || text.includes("/");
  const handle = isAddress ? handleInAddress(network, text) : text.replace(/^@/, "");
  if (handle === null) return null;
  return HANDLE.test(handle) || isChannel(handle) ? handle : null;
}

function handleInAddress(network: SocialNetwork, text: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url) return null;
  const { url: own, hosts: older = [], channel } = SOCIAL_NETWORKS[network];
  const host = (name: string) => name.toLowerCase().replace(/^(www|m)\./, "");
  const hosts = [host(new URL(own).hostname), ...older];
  if (!hosts.includes(host(url.hostname))) return null;
  const [first = "", ...rest] = url.pathname.split("/").filter(Boolean);
  if (channel) return channelInPath([first, ...rest]);
  // What is written with percent signs is no handle.
  return rest.length === 0 ? first.replace(/^(@|%40)/, "") : null;
}

/** "@name", "name", "channel/UC…", "c/name" or "user/name" of an address on YouTube; one of a channel's pages may follow. */
function channelInPath([first = "", second, ...rest]: readonly string[]): string | null {
  const isNamed = second !== undefined && ["channel", "c", "user"].includes(first);
  const [page, ...further] = isNamed ? rest : second === undefined ? [] : [second, ...rest];
  const isPage =
    page === undefined || /^(featured|videos|shorts|streams|playlists|posts|community|about)$/.test(page);
  if (!isPage || further.length > 0) return null;
  if (isNamed) return `${first}/${second}`;
  return YOUTUBE_PAGES.has(first) ? null : first.replace(/^(@|%40)/, "");
}
