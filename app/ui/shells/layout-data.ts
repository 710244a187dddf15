import { createContext } from "react";
import { useRouteLoaderData } from "react-router";
import type { Announcements } from "../../domain/announcements/announcements.server.ts";
import type { Season } from "../../domain/calendar.ts";
import type { Checklist, Requirements } from "../../domain/users/viewer.ts";
import type { Brand, Features, Rules } from "../../product-settings.ts";
import type { AdminWork } from "./admin-areas.tsx";

export interface ShownViewer {
  name: string;
  username: string | null;
  avatarId: string | null;
  isOperator: boolean;
  /** Null for all. */
  officePages: readonly string[] | null;
  maySearch: boolean;
  work: AdminWork;
  isActive: boolean;
  isLocked: boolean;
  isEmailVerified: boolean;
  /** Most pages redirect to the next step of onboarding. */
  isComingIn: boolean;
  latestNewTipId: string | null;
  hasShared: boolean;
  checklist: Checklist;
  needs: Requirements;
  networks: { microblog: boolean; chatBot: boolean };
}

interface Attributes {
  src?: string;
  srcSet?: string;
  width: number;
  height: number;
}

export interface LayoutData {
  isDemo: boolean;
  path: string;
  theme: "dark" | "light" | null;
  hasSeenNotice: boolean;
  version: string;
  brand: Brand;
  features: Features;
  tipLimits: Pick<Rules["tip"], "minimum_minor" | "maximum_minor">;
  logo: { img: Attributes; onDark: (Attributes & { media: string }) | null } | null;
  icon: string;
  removalEmail: string;
  viewer: ShownViewer | null;
  notices: readonly { id: string; text: string; link?: { href: string; text: string } }[];
  event: Announcements["event"];
  season: Season | null;
}

/** For pages without a root loader, such as early refusals. */
export const LayoutFallback = createContext<LayoutData | null>(null);

export function useFeatures(): Partial<Features> {
  return useRouteLoaderData<{ frame: LayoutData }>("root")?.frame.features ?? {};
}

export interface FrameMarkup {
  header: string;
  notice: string;
  footer: string;
}

export const KeptFrame = createContext<FrameMarkup | null>(null);

export interface ErrorFacts {
  requestId: string | null;
  isUnavailable: boolean;
  isPost: boolean;
  again: string | null;
  profile: string | null;
}

export const ErrorContext = createContext<ErrorFacts>({
  requestId: null,
  isUnavailable: false,
  isPost: false,
  again: null,
  profile: null,
});
