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
  readonly picture: string | null;
}

export interface DemoCreator {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly company?: string;
  readonly euUstId?: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  readonly country: string;
  readonly dateOfBirth: string;
  readonly status: DemoStatus;
  readonly currency: "EUR" | "USD" | "GBP";
  readonly locale: Locale;
  readonly hasAvatar: boolean;
  readonly hasHeader: boolean;
  readonly social: readonly DemoSocialLink[];
  readonly items: readonly DemoItem[];
  /** For the first step of a tip; `marked` by the creator, else automatic. */
  readonly amounts?: {
    readonly presets_minor: readonly number[] | null;
    readonly marked?: number;
    readonly onlyItems?: boolean;
  };
  readonly featured: boolean;
  readonly showOnlineStatus: boolean;
  readonly online: boolean;
  /** Relative weight of tips; 0 receives none. */
  readonly popularity: number;
  readonly defaultPricePerMessageMinor: number | null;
  readonly rankingEnabled: boolean;
  readonly joinedDaysAgo: number;
  /** The goal's age in days. */
  readonly page?: {
    readonly about: string;
    readonly goal?: { readonly title: string; readonly amount_minor: number; readonly daysAgo: number };
    readonly supporters: boolean;
  };
}

export function shown(network: SocialNetwork, handle: string): DemoSocialLink {
  return { network, handle, visible: true };
}

export function hidden(network: SocialNetwork, handle: string): DemoSocialLink {
  return { network, handle, visible: false };
}

export function gift(name: string, amountMinor: number, picture: string): DemoItem {
  return { name, amount_minor: amountMinor, picture };
}

export function plainGift(name: string, amountMinor: number): DemoItem {
  return { name, amount_minor: amountMinor, picture: null };
}
