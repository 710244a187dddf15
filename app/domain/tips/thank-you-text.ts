/** Where a remembered text has the fan's name. */
export const THANKED = "{name}";

/** The text to remember: each mention of this fan's name becomes the next fan's. */
export function thankYouTemplate(message: string, fanName: string | null): string {
  return fanName === null || fanName === "" ? message : message.replaceAll(fanName, THANKED);
}

/** The remembered text for another fan (docs/product.md, 5.8). */
export function thankYouFor(template: string, fanName: string): string {
  return template.replaceAll(THANKED, () => fanName);
}
