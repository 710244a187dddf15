import type { i18n } from "i18next";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { FooterContent, HeaderContent, NoticeContent } from "./frame-parts.tsx";
import type { FrameMarkup, LayoutData } from "./layout-data.ts";

/** Stands for the page's path; no address has this private-use character. */
const PATH = "\u{F0000}";

const KINDS_MAXIMUM = 200;

type Pieces = Record<keyof FrameMarkup, readonly string[]>;

const made = new Map<string, Pieces>();

/**
 * Header, notice and footer were half of rendering: one render per language and choice. Null for signed-in
 * users.
 */
export function guestFrame(page: LayoutData, texts: i18n): FrameMarkup | null {
  if (page.viewer) return null;
  const facts = { ...page, path: PATH, notices: [], event: null };
  const kind = texts.language + JSON.stringify(facts);
  let pieces = made.get(kind);
  if (!pieces) {
    const render = (content: ReactElement) =>
      renderToStaticMarkup(<I18nextProvider i18n={texts}>{content}</I18nextProvider>).split(PATH);
    pieces = {
      header: render(<HeaderContent {...facts} viewer={null} hasDrawer={false} />),
      notice: render(<NoticeContent path={PATH} />),
      footer: render(<FooterContent {...facts} />),
    };
    if (made.size >= KINDS_MAXIMUM) made.clear();
    made.set(kind, pieces);
  }
  const path = inAttribute(page.path);
  return {
    header: pieces.header.join(path),
    notice: pieces.notice.join(path),
    footer: pieces.footer.join(path),
  };
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  '"': "&quot;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

function inAttribute(text: string): string {
  return text.replace(/[&"'<>]/g, (sign) => ESCAPED[sign] ?? sign);
}
