/** Where a remembered text has the fan's name. */
export const THANKED = "{name}";

/** The text to remember: where it has this fan's whole name, it gets the next fan's. */
export function thankYouTemplate(message: string, fanName: string | null): string {
  if (fanName === null || fanName === "") return message;
  const name = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(fanName)}(?![\\p{L}\\p{N}])`, "gu");
  return message.replace(name, THANKED);
}

/** The remembered text for another fan (docs/product.md, 5.8). */
export function thankYouFor(template: string, fanName: string): string {
  return template.replaceAll(THANKED, () => fanName);
}
