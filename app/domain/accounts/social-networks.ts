/** The seven networks of the specification, section 2, in their order, with the address of a person's page there. */
export const SOCIAL_NETWORKS = {
  instagram: { label: "Instagram", url: "https://www.instagram.com/{handle}/" },
  twitter: { label: "X (Twitter)", url: "https://x.com/{handle}" },
  finmessage: { label: "finmessage", url: "https://finmessage.com/{handle}" },
  tiktok: { label: "TikTok", url: "https://www.tiktok.com/@{handle}" },
  twitch: { label: "Twitch", url: "https://www.twitch.tv/{handle}" },
  youtube: { label: "YouTube", url: "https://www.youtube.com/@{handle}" },
  dommelink: { label: "dommelink", url: "https://dommelink.com/{handle}" },
} as const;

export type SocialNetwork = keyof typeof SOCIAL_NETWORKS;

/** The page of a person on a network; a leading @ of the handle does not count. */
export function socialUrl(network: SocialNetwork, handle: string): string {
  // Only YouTube's handles hold a slash: those of channels that are known by an id or an older name.
  if (handle.includes("/")) return new URL(handle, new URL(SOCIAL_NETWORKS[network].url).origin).href;
  return SOCIAL_NETWORKS[network].url.replace("{handle}", encodeURIComponent(handle.replace(/^@/, "")));
}
