const ADDRESS = /https?:\/\/\S+/g;
const SIGNS = /[\\*_~`|>#[\]()<:@-]/g;

/** No sign is taken for markup or a mention; addresses stay. */
export function asDiscordText(text: string): string {
  const addresses = text.match(ADDRESS) ?? [];
  const between = text.split(ADDRESS).map(asDiscordWords);
  return between.map((part, index) => part + (addresses[index] ?? "")).join("");
}

/** Users' addresses could hide markup: they become no links. */
export function asDiscordWords(text: string): string {
  return text.replace(SIGNS, "\\$&");
}
