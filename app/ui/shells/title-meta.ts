interface TitledPage {
  loaderData?: { title?: string | undefined } | undefined;
}

/** The `meta` of a page whose loader says its title. */
export function titleMeta({ loaderData }: TitledPage) {
  return [{ title: loaderData?.title }];
}

/** The same for a page whose address is for whoever got it: no search engine lists it. */
export function unlistedTitleMeta({ loaderData }: TitledPage) {
  return [{ title: loaderData?.title }, { name: "robots", content: "noindex" }];
}
