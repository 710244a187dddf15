import { SOCIAL_NETWORKS, type SocialNetwork } from "./social-networks.ts";

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
