export function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(
    "main textarea, main input",
  );
  return [...fields].some((field) => field.type !== "hidden" && field.value !== field.defaultValue);
}
