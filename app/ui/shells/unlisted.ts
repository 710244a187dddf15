/** The `meta` of a page whose address is for its receiver alone: no search engine lists it. */
export function unlisted() {
  return [{ name: "robots", content: "noindex" }];
}
