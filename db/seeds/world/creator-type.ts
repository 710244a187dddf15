import type { SocialNetwork } from "../../../app/domain/users/social-networks.ts";
import type { Locale } from "../../../locales/index.ts";

type DemoStatus = "CREATED" | "PENDING" | "ACTIVE" | "DECLINED" | "LOCKED" | "CHARGEBACK";

export interface DemoSocialLink {
  readonly network: SocialNetwork;
  readonly handle: string;
  readonly visible: boolean;
}

export interface DemoItem {
  readonly name: string;
  readonly amount_minor: number;
  /** The item's picture among its creator's: "coffee" is item-coffee-s.webp and so on. */
  readonly picture: string | null;
}

/** One inhabitant of the demo world, as written down; the generator tells the story through the domain. */
export interface DemoCreator {
  readonly username: string;
  /** The display name. */
  readonly name: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly company?: string;
  readonly euUstId?: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
  readonly status: DemoStatus;
  readonly currency: "EUR" | "USD" | "GBP";
  readonly locale: Locale;
  readonly hasAvatar: boolean;
  readonly hasHeader: boolean;
  readonly social: readonly DemoSocialLink[];
  readonly items: readonly DemoItem[];
  readonly featured: boolean;
  readonly showOnlineStatus: boolean;
  readonly online: boolean;
  /** The relative weight of the tips that come in; 0 for who cannot receive. */
  readonly popularity: number;
  readonly defaultPricePerMessageMinor: number | null;
  readonly rankingEnabled: boolean;
  readonly joinedDaysAgo: number;
  /** What the page says beside name and pictures; with a goal that began so many days ago. */
  readonly page?: {
    readonly about: string;
    readonly goal?: { readonly title: string; readonly amount_minor: number; readonly daysAgo: number };
    readonly supporters: boolean;
  };
}

/** A social link that the profile shows. */
export function shown(network: SocialNetwork, handle: string): DemoSocialLink {
  return { network, handle, visible: true };
}

/** A social link that verification knows and the profile keeps to itself. */
export function hidden(network: SocialNetwork, handle: string): DemoSocialLink {
  return { network, handle, visible: false };
}

/** A tribute item with its picture. */
export function gift(name: string, amountMinor: number, picture: string): DemoItem {
  return { name, amount_minor: amountMinor, picture };
}

/** A tribute item without a picture. */
export function plainGift(name: string, amountMinor: number): DemoItem {
  return { name, amount_minor: amountMinor, picture: null };
}
