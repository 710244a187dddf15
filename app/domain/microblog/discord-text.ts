const ADDRESS = /https?:\/\/\S+/g;
const SIGNS = /[\\*_~`|>#[\]()<:@-]/g;

/** A text that stands in Discord as it was written: none of its signs is taken for markup or a mention; addresses stay. */
export function asDiscordText(text: string): string {
  const addresses = text.match(ADDRESS) ?? [];
  const between = text.split(ADDRESS).map(asDiscordWords);
  return between.map((part, index) => part + (addresses[index] ?? "")).join("");
}

/** The same for what people have written themselves: their addresses, which could hide markup, become no links. */
export function asDiscordWords(text: string): string {
  return text.replace(SIGNS, "\\$&");
}
