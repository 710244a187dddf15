import { SOCIAL_NETWORKS, type SocialNetwork } from "./social-networks.ts";

const HANDLE = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/;

/**
 * What somebody typed for a network, as the handle that we keep: a name, with or without @, or the address of their page
 * there. Null when it is neither, or the address of another site.
 */
export function readSocialHandle(network: SocialNetwork, typed: string): string | null {
  const text = typed.trim();
  const isAddress = /^https?:\/\//i.test(text) || text.includes("/");
  const handle = isAddress ? handleInAddress(network, text) : text.replace(/^@/, "");
  return handle !== null && HANDLE.test(handle) ? handle : null;
}

function handleInAddress(network: SocialNetwork, text: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url) return null;
  const own = new URL(SOCIAL_NETWORKS[network].url);
  const host = (name: string) => name.toLowerCase().replace(/^(www|m)\./, "");
  const hosts = network === "twitter" ? ["x.com", "twitter.com"] : [host(own.hostname)];
  if (!hosts.includes(host(url.hostname))) return null;
  const [first = "", ...rest] = url.pathname.split("/").filter(Boolean);
  // What is written with percent signs is no handle.
  return rest.length === 0 ? first.replace(/^(@|%40)/, "") : null;
}
