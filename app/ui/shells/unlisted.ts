export function unlisted() {
  return [{ name: "robots", content: "noindex" }];
}
