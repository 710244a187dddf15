import { createContext } from "react";
import type { Checklist } from "../../domain/accounts/accounts.server.ts";
import type { Announcements } from "../../domain/notices/notices.server.ts";

/** The signed-in user as the frame shows them. */
export interface ShownViewer {
  name: string;
  username: string | null;
  avatarId: string | null;
  isOperator: boolean;
  isActive: boolean;
  isLocked: boolean;
  isEmailVerified: boolean;
  /** The way in is not done: until then every page leads to its next step, but a few. */
  isComingIn: boolean;
  hasNewTips: boolean;
  checklist: Checklist;
}

/** What the frame of every page is made of. */
export interface FrameFacts {
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
}

/** The same facts for a page whose root loader never ran: what was refused before it still gets a whole page. */
export const FrameFallback = createContext<FrameFacts | null>(null);

/** The request's number, for a page that says something went wrong. */
export const RequestId = createContext<string | null>(null);

/** True on a page that could not be made because the database is away for a moment. */
export const Unavailable = createContext(false);
