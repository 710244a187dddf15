export const THANKED = "{name}";

/** Where the text has this fan's name, it gets the next fan's. */
export function thankYouTemplate(message: string, fanName: string | null): string {
  if (fanName === null || fanName === "") return message;
  const name = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(fanName)}(?![\\p{L}\\p{N}])`, "gu");
  return message.replace(name, THANKED);
}

export function thankYouFor(template: string, fanName: string): string {
  return template.replaceAll(THANKED, () => fanName);
}
