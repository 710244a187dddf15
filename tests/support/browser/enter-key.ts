import { attribute, type StrictPage } from "../http/strict-html.ts";

type Element = ReturnType<StrictPage["elements"]>[number];

/** Fields in which Enter sends the form. */
const SENDING = /^(text|email|password|search|tel|url|number|date)$/;

/**
 * The forms in which Enter does something else than their main action: it presses the form's first button, which must
 * be the one without a name (the others ask for something lesser).
 */
export function formsWithLesserEnter(page: StrictPage): string[] {
  return page.elements("form").flatMap((form) => {
    const parts = within(form);
    const lines = parts.filter(
      (each) => each.tagName === "input" && SENDING.test(attribute(each, "type") ?? "text"),
    );
    const [first] = parts.filter(
      (each) => each.tagName === "button" && (attribute(each, "type") ?? "submit") === "submit",
    );
    if (lines.length === 0 || (first && attribute(first, "name") === null)) return [];
    return [
      `${attribute(form, "action") ?? "the page's form"}: ${first ? attribute(first, "value") : "no button"}`,
    ];
  });
}

function within(element: Element): Element[] {
  return element.childNodes.flatMap((node) => ("tagName" in node ? [node, ...within(node)] : []));
}
