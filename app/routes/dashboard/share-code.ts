const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

const inHtml = (text: string) => text.replace(/[&"<>]/g, (sign) => ESCAPED[sign] ?? sign);

export function shareCode({ address, badge, text }: { address: string; badge: string; text: string }) {
  const [href, src, words] = [inHtml(address), inHtml(badge), inHtml(text)];
  return {
    badge: `<a href="${href}"><img src="${src}" height="44" style="max-width:100%" alt="${words}"></a>`,
    markdown: `[![${text.replace(/[[\]\\]/g, "\\$&")}](${badge})](${address})`,
    button: `<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#c8451b;color:#fff;font:600 16px system-ui,sans-serif;text-decoration:none">${words}</a>`,
  };
}
