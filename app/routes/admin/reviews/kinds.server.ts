import type { ReviewName } from "../../../domain/desk/desk.server.ts";
import { groups } from "./groups.server.ts";
import { items } from "./items.server.ts";
import type { ReviewKind } from "./review-kind.server.ts";
import { tips } from "./tips.server.ts";
import { verifications } from "./verifications.server.ts";
import { words } from "./words.server.ts";

export const REVIEW_KINDS: Readonly<Record<ReviewName, ReviewKind>> = {
  verifications,
  tips,
  items,
  words,
  groups,
};
