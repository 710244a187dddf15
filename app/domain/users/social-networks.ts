import { z } from "zod";
import { nullableLine, ticked, truth } from "../typed-text.schema.ts";

interface Network {
  readonly label: string;
  readonly url: `https://${string}{handle}${string}`;
  readonly hosts?: readonly string[];
  /** The drawer's dot depends on these; every network verifies (docs/product.md, 6.13). */
  readonly isMain?: true;
  /** Channels without a handle: stored as a path. */
  readonly channel?: RegExp;
}

/** The one list, in order (docs/product.md, 6.13). */
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

export const SHARE_INTENT = "https://x.com/intent/post";

export type SocialNetwork = keyof typeof LIST;

export const SOCIAL_NETWORKS: Readonly<Record<SocialNetwork, Network>> = LIST;

export function isNetwork(name: string): name is SocialNetwork {
  return Object.hasOwn(LIST, name);
}

export const NETWORK_NAMES: readonly SocialNetwork[] = Object.keys(LIST).filter(isNetwork);

export const MAIN_NETWORKS = NETWORK_NAMES.filter((name) => SOCIAL_NETWORKS[name].isMain);

export function socialUrl(name: SocialNetwork, handle: string): string {
  const network = SOCIAL_NETWORKS[name];
  if (network.channel?.test(handle)) return new URL(`/${handle}`, network.url).href;
  return network.url.replace("{handle}", encodeURIComponent(handle.replace(/^@/, "")));
}

const HANDLE = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/;

const YOUTUBE_PAGES = new Set(
  "channel c user watch playlist shorts live embed results feed hashtag post".split(" "),
);

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
  // Percent-encoded text is no handle.
  return rest.length === 0 ? first.replace(/^(@|%40)/, "") : null;
}

function channelInPath([first = "", second, ...rest]: readonly string[]): string | null {
  const isNamed = second !== undefined && ["channel", "c", "user"].includes(first);
  const [page, ...further] = isNamed ? rest : second === undefined ? [] : [second, ...rest];
  const isPage =
    page === undefined || /^(featured|videos|shorts|streams|playlists|posts|community|about)$/.test(page);
  if (!isPage || further.length > 0) return null;
  if (isNamed) return `${first}/${second}`;
  return YOUTUBE_PAGES.has(first) ? null : first.replace(/^(@|%40)/, "");
}

export interface SocialChange {
  network: SocialNetwork;
  handle: string | null | undefined;
  is_visible: boolean | undefined;
}

export const socialForm = z
  .object(socialFields(ticked))
  .transform((form, context) => NETWORK_NAMES.map((network) => readLink(network, form, null, context)));

export const socialChange = z
  .object(socialFields(truth("errors.api.truth").optional()))
  .transform((change, context) =>
    NETWORK_NAMES.map((network) => readLink(network, change, undefined, context)),
  );

function socialFields<Tick extends z.ZodType>(tick: Tick) {
  return Object.fromEntries(
    NETWORK_NAMES.flatMap((network) => [
      [network, nullableLine(200).optional()] as const,
      [`${network}_visible`, tick] as const,
    ]),
  );
}

function readLink(
  network: SocialNetwork,
  given: Record<string, unknown>,
  absent: null | undefined,
  context: z.RefinementCtx,
): SocialChange {
  const { [network]: typed = absent, [`${network}_visible`]: visible } = given;
  const is_visible = typeof visible === "boolean" ? visible : undefined;
  if (typeof typed !== "string") return { network, handle: typed === null ? null : undefined, is_visible };
  const handle = readSocialHandle(network, typed);
  if (handle === null)
    context.addIssue({ code: "custom", path: [network], message: "errors.social.invalid" });
  return { network, handle, is_visible };
}
