const ADDRESS = /https?:\/\/\S+/g;
/** What Discord may take for markup or a mention. */
const SIGNS = /[\\*_~`|>#[\]()<:@-]/g;

/** A text that stands in Discord as it was written: none of its signs is taken for markup or a mention; addresses stay. */
export function asDiscordText(text: string): string {
  const addresses = text.match(ADDRESS) ?? [];
  const between = text.split(ADDRESS).map((part) => part.replace(SIGNS, "\\$&"));
  return between.map((part, index) => part + (addresses[index] ?? "")).join("");
}
