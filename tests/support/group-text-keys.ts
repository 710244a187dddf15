/** Keys of groups that are put together while the program runs. */
export const GROUP_KEYS: Record<string, readonly string[]> = {
  "group:page.own.*": ["PENDING", "DECLINED"],
  "group:status.*": ["OWNER", "PENDING", "MEMBER"],
};
