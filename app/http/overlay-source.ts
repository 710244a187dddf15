import type { ServerResponse } from "node:http";
import type { OpenOverlay } from "../domain/overlay/overlays.server.ts";

export const SOURCE_KINDS = ["alerts", "goal", "supporters", "preview"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What a page of an overlay says of itself as it opens its line. */
export interface NewSource extends OpenOverlay {
  /** Made by the page: it keeps its part after a cut. */
  id: string;
  kind: SourceKind;
  last_event_id: string | null;
}

/** The open lines of this process. */
export interface OverlayLines {
  readonly counts: { sources: number };
  waitFor(userId: string): number | null;
  /** Takes over an answer whose head is sent. */
  open(source: NewSource, out: ServerResponse): void;
  /** Null for all, after news may be lost. */
  refresh(userId: string | null): void;
  stop(): void;
}
