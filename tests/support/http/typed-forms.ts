import type { StrictPage } from "./strict-html.ts";
import { attribute, textOf } from "./strict-html.ts";

type Element = ReturnType<StrictPage["elements"]>[number];

/** A form in which something is typed or chosen that can be wrong. */
export interface TypedForm {
  /** Where it is sent to, without the query. */
  action: string;
  /** Whether it leaves its rules to the server, by which the script finds it (`app/enhance/form-comforts.ts`). */
  isChecked: boolean;
  /** All that it would send as it is shown. */
  fields: Record<string, string>;
  /** The names of what is typed or chosen. */
  typed: string[];
  /** The ids of those without a place for their error. */
  placeless: string[];
}

const UNTYPED = /^(hidden|radio|checkbox|range|file|submit|button|image|reset)$/;

/** The forms of a page that are posted and have something to type; `path` is the page's own address. */
export function typedForms(page: StrictPage, path: string): TypedForm[] {
  const ids = new Set(
    ["span", "p", "div"].flatMap((name) => page.elements(name).map((each) => attribute(each, "id"))),
  );
  return page.elements("form").flatMap((form) => {
    if (attribute(form, "method") !== "post") return [];
    const controls = inside(form).filter(({ tagName }) => /^(input|textarea|select)$/.test(tagName));
    const typed = controls.filter(canBeWrong);
    if (typed.length === 0) return [];
    const nameOf = (each: Element) => attribute(each, "name") ?? "";
    const { pathname } = new URL(attribute(form, "action") ?? path, new URL(path, "http://forms.example"));
    return [
      {
        action: pathname,
        isChecked: attribute(form, "novalidate") !== null,
        fields: Object.fromEntries(
          controls.flatMap((each) => (isSent(each) ? [[nameOf(each), initialOf(each)]] : [])),
        ),
        typed: typed.map(nameOf),
        placeless: typed.map((each) => attribute(each, "id") ?? "").filter((id) => !ids.has(`${id}-error`)),
      },
    ];
  });
}

/** A select of which every choice is right has no error, nor what only programs fill in. */
function canBeWrong(control: Element): boolean {
  if (attribute(control, "tabindex") === "-1") return false;
  if (control.tagName === "select") return optionsOf(control).some((option) => optionValue(option) === "");
  return control.tagName === "textarea" || !UNTYPED.test(attribute(control, "type") ?? "text");
}

function isSent(control: Element): boolean {
  const type = attribute(control, "type") ?? "text";
  if (type === "radio" || type === "checkbox") return attribute(control, "checked") !== null;
  return control.tagName !== "input" || !/^(file|submit|button|image|reset)$/.test(type);
}

function initialOf(control: Element): string {
  if (control.tagName === "textarea") return textOf(control);
  if (control.tagName !== "select") return attribute(control, "value") ?? "";
  const options = optionsOf(control);
  const chosen = options.find((option) => attribute(option, "selected") !== null) ?? options[0];
  return chosen ? optionValue(chosen) : "";
}

const optionsOf = (select: Element) => inside(select).filter(({ tagName }) => tagName === "option");
const optionValue = (option: Element) => attribute(option, "value") ?? textOf(option);

function inside(element: Element): Element[] {
  return element.childNodes.flatMap((node) => ("tagName" in node ? [node, ...inside(node)] : []));
}
