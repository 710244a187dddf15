import type { Locator } from "playwright";

/**
 * Words that a line ends in the middle of, where no hyphen says so, or after too little of them, as in "E-Mail"; and
 * masked addresses that a line ends in. Codes, such as checksums, have to break.
 */
export function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(
    document.querySelector("main") ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (
      !element?.checkVisibility() ||
      element.closest("code, option, script, template, textarea, .hidden-visually")
    )
      continue;
    const text = node.textContent ?? "";
    for (const { 0: word, index } of text.matchAll(
      /\S…\S*@\S+|(?<!\S)\p{L}{1,2}-\u2060?\p{L}+|[\p{L}\p{N}\u00ad]+/gu,
    )) {
      if (word.includes("\u00ad")) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      // Only names, addresses and codes are that long, and no line has to be.
      const start = text.slice(0, index).search(/\S*$/);
      const addressLength = /^\S*@\S*/.exec(text.slice(start))?.[0].length ?? 0;
      const isCode = word.length > 12 && /\d/.test(word) && /\p{L}/u.test(word);
      if (word.length > 24 || addressLength > 24 || isCode) continue;
      if (new Set(rects.map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}

/** On how many lines the words of an element stand. */
export async function linesOfText(element: Locator): Promise<number> {
  return await element.evaluate((shown) => {
    const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const lines = new Set<number>();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { width, bottom } of range.getClientRects()) if (width > 0) lines.add(Math.round(bottom));
    }
    return lines.size;
  });
}
