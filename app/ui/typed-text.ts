/** True while a field of the page holds words that are not sent. */
export function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(
    "main textarea, main input",
  );
  return [...fields].some((field) => field.type !== "hidden" && field.value !== field.defaultValue);
}
