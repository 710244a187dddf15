const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

export const inHtml = (text: string) => text.replace(/[&"<>]/g, (sign) => ESCAPED[sign] ?? sign);

export const CARD_SIZE = { width: 480, height: 440 };

export function cardFrame(frame: { src: string; title: string; width: number; height: number }): string {
  const { src, title, width, height } = frame;
  return `<iframe src="${inHtml(src)}" title="${inHtml(title)}" width="${width}" height="${height}" style="border:0;max-width:100%"></iframe>`;
}
