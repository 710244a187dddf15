export function shareMeta(page: { title: string; description: string; address: string; image: string }) {
  const { title, description, address, image } = page;
  return [
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: image },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
