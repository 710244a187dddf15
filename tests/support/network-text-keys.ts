import { NETWORK_PAUSES, POST_DROPS } from "../../app/ui/components/known-names.ts";

/** The texts of other networks whose keys are put together while the program runs (composed-text-keys.ts). */
export const NETWORK_KEYS: Record<string, readonly string[]> = {
  "standIns:bot.*": ["creator", "member", "amount"],
  "microblog:posts.adverts.*": ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"],
  "microblog:done.*": ["linked", "unlinked"],
  "errors:microblog.*": ["away", "many", "expired", "taken"],
  "mail:networkLink.linked.*": ["creator", "channel", "member"],
  "desk:networks.done.*": ["again", "gone"],
  "desk:networks.lacks.*": ["POSTS", "ADDRESSES"],
  "desk:networks.pauses.*": NETWORK_PAUSES,
  "desk:networks.drops.*": POST_DROPS,
};
