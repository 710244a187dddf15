export function shareMeta(page: {
  title: string;
  description: string;
  address: string;
  image: string;
  isIndexed: boolean;
}) {
  const { title, description, address, image, isIndexed } = page;
  return [
    ...(isIndexed ? [] : [{ name: "robots", content: "noindex" }]),
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: image },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
