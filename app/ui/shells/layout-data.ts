import { createContext } from "react";
import type { Announcements } from "../../domain/announcements/announcements.server.ts";
import type { Season } from "../../domain/calendar/business-date.ts";
import type { Checklist, Requirements } from "../../domain/users/viewer.ts";
import type { AdminWork } from "./admin-areas.tsx";

/** The signed-in user as the frame shows them. */
export interface ShownViewer {
  name: string;
  username: string | null;
  avatarId: string | null;
  isOperator: boolean;
  /** What waits in the back office; nothing for whoever is no operator. */
  work: AdminWork;
  isActive: boolean;
  isLocked: boolean;
  isEmailVerified: boolean;
  /** The way in is not done: until then every page leads to its next step, but a few. */
  isComingIn: boolean;
  /** Null when nothing is new. */
  latestNewTipId: string | null;
  /** The page was shared within the last day. */
  hasShared: boolean;
  checklist: Checklist;
  /** What the drawer has dots for. */
  needs: Requirements;
}

/** What the frame of every page is made of. */
export interface LayoutData {
  isDemo: boolean;
  /** The page's own path and query: where a choice leads back to. */
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
  /** Null for whoever saves data, too. */
  season: Season | null;
}

/** The same facts for a page whose root loader never ran: what was refused before it still gets a whole page. */
export const LayoutFallback = createContext<LayoutData | null>(null);

/** The inside of the frame's parts as markup. */
export interface FrameMarkup {
  header: string;
  notice: string;
  footer: string;
}

/** The frame of guests, which is made once for many pages (guest-frame.server.tsx); null where it is rendered anew. */
export const KeptFrame = createContext<FrameMarkup | null>(null);

/** Of the request what the page of an error is made of. */
export interface ErrorFacts {
  requestId: string | null;
  /** The page could not be made because the database is away for a moment. */
  isUnavailable: boolean;
  /** Something was sent, not only looked at. */
  isPost: boolean;
  /** From when it may be tried again, where that is known. */
  again: string | null;
  /** The creator whose page or tip it was, as the address names them. */
  profile: string | null;
}

export const ErrorContext = createContext<ErrorFacts>({
  requestId: null,
  isUnavailable: false,
  isPost: false,
  again: null,
  profile: null,
});
