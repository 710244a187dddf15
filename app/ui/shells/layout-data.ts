import { createContext } from "react";
import type { Announcements } from "../../domain/announcements/announcements.server.ts";
import type { Season } from "../../domain/calendar.ts";
import type { Checklist, Requirements } from "../../domain/users/viewer.ts";
import type { AdminWork } from "./admin-areas.tsx";

export interface ShownViewer {
  name: string;
  username: string | null;
  avatarId: string | null;
  isOperator: boolean;
  /** Open work by area; empty for non-operators. */
  work: AdminWork;
  isActive: boolean;
  isLocked: boolean;
  isEmailVerified: boolean;
  /** Onboarding is incomplete: most pages redirect to its next step. */
  isComingIn: boolean;
  latestNewTipId: string | null;
  hasShared: boolean;
  checklist: Checklist;
  needs: Requirements;
}

export interface LayoutData {
  isDemo: boolean;
  /** Path and query; forms of the frame lead back to it. */
  path: string;
  theme: "dark" | "light" | null;
  hasSeenNotice: boolean;
  version: string;
  contactEmail: string;
  removalEmail: string;
  socialLinks: readonly { label: string; url: string }[];
  viewer: ShownViewer | null;
  notices: readonly { id: string; text: string }[];
  event: Announcements["event"];
  /** Null for data savers. */
  season: Season | null;
}

/** For pages without a root loader, such as early refusals. */
export const LayoutFallback = createContext<LayoutData | null>(null);

export interface FrameMarkup {
  header: string;
  notice: string;
  footer: string;
}

/** guest-frame.server.tsx; null when rendered anew. */
export const KeptFrame = createContext<FrameMarkup | null>(null);

export interface ErrorFacts {
  requestId: string | null;
  /** The database is temporarily down. */
  isUnavailable: boolean;
  isPost: boolean;
  /** When to retry, if known. */
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
