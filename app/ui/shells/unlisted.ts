/** noindex, for secret addresses. */
export function unlisted() {
  return [{ name: "robots", content: "noindex" }];
}
