import bidiFactory from "bidi-js";
import { charactersOf, type LetterRun, runsOf } from "./pdf-letters.ts";

/** pdfkit alone writes one font from left to right. */

type Sheet = PDFKit.PDFDocument;

/** Fractions of the font size. */
const ASCENT = 1.025;
const LINE = 1.3;

const bidi = bidiFactory();
const words = new Intl.Segmenter("en", { granularity: "word" });

interface Place {
  width: number;
  align?: "left" | "right";
}

export interface LineWriter {
  heightOf(text: string, width: number, face: string, size: number): number;
  write(text: string, x: number, y: number, place: Place, face: string, size: number): void;
}

/** Fallback fonts have the names of their files. */
export function lineWriter(sheet: Sheet): LineWriter {
  const featuresOf = featuresFinder(sheet);
  const widthOf = (run: LetterRun, face: string) => {
    sheet.font(run.font?.file ?? face);
    return sheet.widthOfString(run.text, { features: featuresOf(run.text) });
  };
  const measure = (text: string, face: string) =>
    runsOf(text).reduce((sum, run) => sum + widthOf(run, face), 0);
  const isPlain = (text: string) => runsOf(text).every(({ font }) => font === null);
  return {
    heightOf(text, width, face, size) {
      sheet.font(face).fontSize(size);
      if (isPlain(text)) return sheet.heightOfString(text, { width });
      const lines = brokenAt(text, width, (part) => measure(part, face));
      sheet.font(face);
      return lines.length * LINE * size;
    },
    write(text, x, y, { width, align = "left" }, face, size) {
      sheet.font(face).fontSize(size);
      if (isPlain(text)) {
        sheet.text(text, x, y, { width, align });
        return;
      }
      const lines = brokenAt(text, width, (part) => measure(part, face));
      lines.forEach((line, index) => {
        const baseline = y + index * LINE * size + ASCENT * size;
        // Visual order on the page; copying and screen readers get the text.
        sheet.markContent("Span", { actual: line });
        let cursor = align === "right" ? x + width - measure(line, face) : x;
        for (const run of inVisualOrder(line)) {
          const room = widthOf(run, face);
          const features = featuresOf(run.text);
          sheet.text(run.text, cursor, baseline, { lineBreak: false, baseline: "alphabetic", features });
          cursor += room;
        }
        sheet.endMarkedContent();
      });
      sheet.font(face);
      sheet.x = x;
      sheet.y = y + lines.length * LINE * size;
    },
  };
}

type Features = PDFKit.Mixins.LaidOut["features"];

/** fontkit fails at marks without an anchor: such texts use no mark positioning. */
function featuresFinder(sheet: Sheet): (text: string) => Features {
  const found = new Map<string, Features>();
  const unmoved: Features = { mark: false, mkmk: false, abvm: false, blwm: false, curs: false };
  return (text) => {
    const known = found.get(text);
    if (known) return known;
    let features: Features = [];
    try {
      sheet.widthOfString(text, { features });
    } catch {
      features = unmoved;
    }
    found.set(text, features);
    return features;
  };
}

/** Between words, or within a word longer than a line. */
function brokenAt(text: string, width: number, measure: (text: string) => number): string[] {
  const lines = [""];
  for (const part of partsOf(text)) {
    const pieces = measure(part.trimEnd()) > width ? charactersOf(part) : [part];
    for (const piece of pieces) {
      const line = lines.at(-1) ?? "";
      if (line === "" || measure(`${line}${piece}`.trimEnd()) <= width)
        lines[lines.length - 1] = line + piece;
      else lines.push(piece.trimStart());
    }
  }
  return lines.map((line) => line.trimEnd());
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = parts.length - 1;
    const isOpening = /[\p{Ps}\p{Pi}]$/u.test(parts[last] ?? "");
    const stays = parts.length > 0 && (isOpening || (!isWordLike && !/^[\p{Ps}\p{Pi}\p{So}]/u.test(segment)));
    if (stays) parts[last] += segment;
    else parts.push(segment);
  }
  return parts;
}

/** For a line that starts at the left. */
export function inVisualOrder(line: string): LetterRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, "ltr");
  const runs: (LetterRun & { level: number })[] = [];
  let at = 0;
  for (const { text, font } of runsOf(line))
    for (const character of charactersOf(text)) {
      const level = levels[at] ?? 0;
      at += character.length;
      const last = runs.at(-1);
      if (last && last.font === font && last.level === level) last.text += character;
      else runs.push({ text: character, font, level });
    }
  // Rule L2 of the Unicode bidirectional algorithm.
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while ((runs[end]?.level ?? -1) >= level) end += 1;
      if (end - start > 1) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  return runs.map(({ text, font, level }) => ({
    text: level % 2 === 1 && !font ? mirrored(text) : text,
    font,
  }));
}

/** Fonts mirror letters themselves. */
function mirrored(text: string): string {
  return [...text]
    .reverse()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join("");
}
