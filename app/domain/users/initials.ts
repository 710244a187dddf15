const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => charactersOf(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}
