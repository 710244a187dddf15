import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setImmediate as nextTurnOfTheLoop } from "node:timers/promises";
import type { i18n } from "i18next";
import { create } from "qrcode";
import { createConcurrencyLimit } from "../domain/concurrency.server.ts";
import { printable, runsOf } from "./pdf-letters.ts";
import { lineWriter } from "./pdf-lines.ts";

const MARGIN = 56;
const BOTTOM = 54;
const GAP = 12;
const BLANK_LINE = 12;
const QR_SIDE = 110;
const COLOURS = { text: "#1d1b19", quiet: "#6b645d", line: "#d8d2cb" } as const;
const REGULAR = "Regular";
const BOLD = "Bold";
/** Built-in PDF fonts lack Łukasz, Ελένη and Олексій. */
const FONT_FILES = {
  [REGULAR]: "@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf",
  [BOLD]: "@expo-google-fonts/ibm-plex-sans/700Bold/IBMPlexSans_700Bold.ttf",
} as const;

/** From top to bottom, with page breaks. */
export interface Pdf {
  heading(text: string): void;
  lines(lines: readonly string[]): void;
  note(text: string): void;
  code(text: string): void;
  qrCode(text: string, alt: string): void;
  table(rows: readonly PdfRow[], head?: readonly string[]): void;
}

export interface PdfRow {
  cells: readonly string[];
  strong?: boolean;
}

interface PdfFacts {
  title: string;
  texts: i18n;
  /** Also the file's date: the bytes are deterministic. */
  madeAt: Date;
  footer: (page: number, pages: number) => string;
}

/** Then other requests get a turn. */
const SLICE_MS = 10;

/** Parallel drawings would share one processor, each with its fonts in memory. */
const pdfLimit = createConcurrencyLimit({ name: "pdfs", atOnce: 1, waiting: 60 });

type Step = () => void;

/** A4, tagged. Drawn in slices between other requests. Throws BusyError. */
export async function renderPdf(facts: PdfFacts, draw: (pdf: Pdf) => void): Promise<Buffer> {
  return await pdfLimit(() => drawInSteps(facts, draw));
}

async function drawInSteps(facts: PdfFacts, draw: (pdf: Pdf) => void): Promise<Buffer> {
  fontFiles ??= readFonts();
  const [{ default: PDFDocument }, fonts] = await Promise.all([import("pdfkit"), fontFiles]);
  const title = printable(facts.title);
  const sheet = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: BOTTOM },
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    lang: facts.texts.language,
    displayTitle: true,
    info: {
      Title: title,
      Author: facts.texts.t("common:brand"),
      CreationDate: facts.madeAt,
      ModDate: facts.madeAt,
    },
  });
  for (const { name, bytes } of fonts) sheet.registerFont(name, bytes);
  const chunks: Buffer[] = [];
  sheet.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    sheet.on("end", () => resolve(Buffer.concat(chunks)));
    sheet.on("error", reject);
  });
  const steps: Step[] = [
    () => void sheet.font(REGULAR),
    () => void sheet.font(BOLD),
    () => {
      sheet.addStructure(
        sheet.struct("H1", {}, () => {
          sheet.font(BOLD).fontSize(20).fillColor(COLOURS.text).text(title);
        }),
      );
      sheet.moveDown(0.5);
    },
  ];
  const texts: string[] = [];
  draw(pdfOn(sheet, steps, texts));
  for (const { name, bytes } of await readFallbackFonts(texts)) sheet.registerFont(name, bytes);
  steps.push(
    () => numberPages(sheet, facts.footer),
    () => sheet.end(),
  );
  let began = performance.now();
  for (const step of steps) {
    step();
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurnOfTheLoop();
    began = performance.now();
  }
  return await ended;
}

type Sheet = PDFKit.PDFDocument;

interface ParagraphStyle {
  face: string;
  size: number;
  colour: string;
  after: number;
}

/** `texts` collects what the steps will write. */
function pdfOn(sheet: Sheet, steps: Step[], texts: string[]): Pdf {
  const writer = lineWriter(sheet);
  const said = (text: string) => {
    texts.push(printable(text));
    return printable(text);
  };
  const width = sheet.page.width - 2 * MARGIN;
  const floor = sheet.page.height - BOTTOM;
  const makeRoom = (height: number) => {
    if (sheet.y + height > floor && sheet.y > MARGIN) sheet.addPage();
  };
  const paragraph = (tag: string, words: string, { face, size, colour, after }: ParagraphStyle) => {
    sheet.fillColor(colour);
    makeRoom(writer.heightOf(words, width, face, size));
    const write = () => writer.write(words, MARGIN, sheet.y, { width }, face, size);
    sheet.addStructure(sheet.struct(tag, {}, write));
    sheet.y += after;
  };
  return {
    heading(text) {
      const words = said(text);
      steps.push(() => {
        sheet.y += GAP;
        makeRoom(70);
        paragraph("H2", words, { face: BOLD, size: 12, colour: COLOURS.text, after: 6 });
      });
    },
    lines(lines) {
      for (const line of lines) {
        const words = said(line);
        steps.push(() => {
          // Blank lines of user text stay.
          if (line.trim() === "") sheet.y += BLANK_LINE;
          else paragraph("P", words, { face: REGULAR, size: 10, colour: COLOURS.text, after: 1 });
        });
      }
      steps.push(() => {
        sheet.y += 4;
      });
    },
    note(text) {
      const words = said(text);
      steps.push(() => paragraph("P", words, { face: REGULAR, size: 9, colour: COLOURS.quiet, after: 4 }));
    },
    code(text) {
      const words = said(text);
      steps.push(() => paragraph("P", words, { face: BOLD, size: 20, colour: COLOURS.text, after: 8 }));
    },
    qrCode(text, alt) {
      steps.push(() => {
        makeRoom(QR_SIDE + GAP);
        const top = sheet.y;
        sheet.addStructure(sheet.struct("Figure", { alt }, () => drawQrCode(sheet, text, top)));
        sheet.x = MARGIN;
        sheet.y = top + QR_SIDE + GAP;
      });
    },
    table: (rows, head) => drawTable({ sheet, steps, writer, width, makeRoom, said }, rows, head),
  };
}

interface TablePlace {
  sheet: Sheet;
  steps: Step[];
  writer: ReturnType<typeof lineWriter>;
  width: number;
  makeRoom: (height: number) => void;
  said: (text: string) => string;
}

function drawTable(place: TablePlace, rows: readonly PdfRow[], head?: readonly string[]): void {
  const { sheet, steps, writer, width, makeRoom, said } = place;
  const table = sheet.struct("Table");
  steps.push(() => void sheet.addStructure(table));
  const put = (texts: readonly string[], strong: boolean, isHead: boolean) => {
    const [face, size] = [strong ? BOLD : REGULAR, isHead ? 9 : 10];
    sheet.fillColor(isHead ? COLOURS.quiet : COLOURS.text);
    const columns = columnsOf(texts.length, width);
    const heights = texts.map((text, index) =>
      writer.heightOf(text, columns[index]?.width ?? width, face, size),
    );
    const height = Math.max(...heights) + 8;
    makeRoom(height);
    const top = sheet.y;
    const row = sheet.struct("TR");
    table.add(row);
    texts.forEach((text, index) => {
      const { x = 0, width: room = width } = columns[index] ?? {};
      const align = index === 0 ? "left" : "right";
      const tag = isHead || index === 0 ? "TH" : "TD";
      const write = () => writer.write(text, MARGIN + x, top + 4, { width: room, align }, face, size);
      row.add(sheet.struct(tag, {}, write));
    });
    row.end();
    sheet.markContent("Artifact", { type: "Layout" });
    sheet.lineWidth(strong ? 1 : 0.5).strokeColor(COLOURS.line);
    sheet.moveTo(MARGIN, top + height).lineTo(MARGIN + width, top + height);
    sheet.stroke();
    sheet.endMarkedContent();
    sheet.y = top + height;
  };
  const add = ({ cells, strong = false }: PdfRow, isHead = false) => {
    const texts = cells.map(said);
    steps.push(() => put(texts, strong, isHead));
  };
  if (head) add({ cells: head }, true);
  for (const row of rows) add(row);
  steps.push(() => {
    table.end();
    sheet.x = MARGIN;
    sheet.y += GAP;
  });
}

/** Black vector squares scan well. */
function drawQrCode(sheet: Sheet, text: string, top: number): void {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const edge = QR_SIDE / size;
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (data[row * size + column]) sheet.rect(MARGIN + column * edge, top + row * edge, edge, edge);
  sheet.fillColor("#000000").fill();
}

function columnsOf(count: number, width: number): { x: number; width: number }[] {
  const gap = 12;
  const first = count > 1 ? width / 2 : width;
  const rest = (width - first) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) =>
    index === 0
      ? { x: 0, width: first - gap }
      : { x: first + (index - 1) * rest + gap / 2, width: rest - gap / 2 },
  );
}

function numberPages(sheet: Sheet, footer: PdfFacts["footer"]): void {
  const { start, count } = sheet.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    sheet.switchToPage(start + index);
    // Otherwise text in the margin starts a page.
    sheet.page.margins.bottom = 0;
    sheet.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
    sheet.font(REGULAR).fontSize(8).fillColor(COLOURS.quiet);
    const place = { width: sheet.page.width - 2 * MARGIN, align: "right", lineBreak: false } as const;
    sheet.text(printable(footer(index + 1, count)), MARGIN, sheet.page.height - 44, place);
    sheet.endMarkedContent();
  }
}

let fontFiles: ReturnType<typeof readFonts> | undefined;

/** Large and rarely needed, so not cached. */
async function readFallbackFonts(texts: readonly string[]): Promise<FontFile[]> {
  const files = new Set(texts.flatMap((text) => runsOf(text).flatMap(({ font }) => font?.file ?? [])));
  return await Promise.all([...files].map((file) => readFont(file, file)));
}

/** Opened per PDF: an open font keeps state. */
async function readFonts(): Promise<FontFile[]> {
  return await Promise.all(Object.entries(FONT_FILES).map(([name, file]) => readFont(name, file)));
}

interface FontFile {
  name: string;
  bytes: Buffer;
}

async function readFont(name: string, file: string): Promise<FontFile> {
  return { name, bytes: await readFile(createRequire(import.meta.url).resolve(file)) };
}
