export function shareMeta(page: {
  title: string;
  description: string;
  address: string;
  image: string;
  isIndexed: boolean;
  oembed: string;
}) {
  const { title, description, address, image, isIndexed, oembed } = page;
  return [
    ...(isIndexed ? [] : [{ name: "robots", content: "noindex" }]),
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: image },
    { name: "twitter:card", content: "summary_large_image" },
    { tagName: "link", rel: "alternate", type: "application/json+oembed", href: oembed },
  ];
}
