import type { ReviewName } from "../../../domain/desk/desk.server.ts";
import { items, tips, words } from "./content-reviews.server.ts";
import { groups } from "./groups.server.ts";
import type { ReviewKind } from "./review-kind.server.ts";
import { verifications } from "./verifications.server.ts";

export const REVIEW_KINDS: Readonly<Record<ReviewName, ReviewKind>> = {
  verifications,
  tips,
  items,
  words,
  groups,
};
