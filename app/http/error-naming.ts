const SUMMARY = 'class="summary" role="alert"';

/** Whether a page has a summary of what is wrong with its form. */
export const namesFaults = (html: string): boolean => html.includes(SUMMARY);

/**
 * Finishes a page that says what is wrong with a form: the title begins with it, the summary has the focus as soon as
 * the page is there, and each of its lines names the field by its label, unless it has named it already ("…: ").
 */
export function nameErrors(html: string, status: number, errorTitle: string): string {
  if (status !== 422 && !html.includes('data-summary=""')) return html;
  return html
    .replace("<title>", () => `<title>${errorTitle} `)
    .replace(
      SUMMARY,
      () => `${SUMMARY} autofocus=""${html.includes('data-summary=""') ? "" : ' tabindex="-1"'}`,
    )
    .replace(/data-summary="">[\s\S]*?<\/ul>/g, (summary) =>
      summary.replace(/<a href="#([\w-]+)">([^<]*)<\/a>/g, (_, id: string, text: string) => {
        const label = labelOf(html, id);
        return `<a href="#${id}">${label === "" || text.includes(": ") ? text : `${label}: ${text}`}</a>`;
      }),
    );
}

/** The label of a field, as it stands in the page; empty where it is a whole sentence beside a box to tick. */
function labelOf(html: string, id: string): string {
  const patterns = [
    `<label for="${id}"(?! class="help")[^>]*>([^<]+)`,
    `<fieldset id="${id}"[^>]*><legend[^>]*>([^<]+)`,
    `<label><span class="help">([^<]+)</span><input id="${id}"`,
  ];
  for (const pattern of patterns) {
    const label = new RegExp(pattern).exec(html)?.[1]?.trim();
    if (label) return label;
  }
  return "";
}
