/** The seven networks in their order (docs/product.md, 6.13), with the address of a person's page there. */
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

/** A channel on YouTube that has no handle, or is known by an older name: it is kept as the path of its address. */
export const YOUTUBE_CHANNEL = /^(?:channel\/UC[\w-]{22}|(?:c|user)\/[A-Za-z0-9][A-Za-z0-9._-]{0,92})$/;

/** The page of a person on a network; a leading @ of the handle does not count. */
export function socialUrl(network: SocialNetwork, handle: string): string {
  if (network === "youtube" && YOUTUBE_CHANNEL.test(handle)) return `https://www.youtube.com/${handle}`;
  return SOCIAL_NETWORKS[network].url.replace("{handle}", encodeURIComponent(handle.replace(/^@/, "")));
}
