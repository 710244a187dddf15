import { expect, test } from "vitest";
import { importsOf, listCode } from "../../scripts/source-files.ts";
import { APP_LAYOUTS, PATTERNS } from "../support/http/patterns.ts";

// The forms that no link leads to: tests/routes/roads.test.ts asks those that one does.

const code = listCode("app").filter(({ name }) => !name.startsWith("app/sandbox-provider/"));

const FIELD = /<(?:TextField|TextAreaField|SelectField|PasswordField|textarea)\b/;

/** The modules of hydrated pages, and the parts that these pages alone have. */
const shared = modulesOf(false);
const hydrated = new Set([...modulesOf(true)].filter((name) => !shared.has(name)));

function modulesOf(isHydrated: boolean): Set<string> {
  const routes = PATTERNS.filter((each) => each.isHydrated === isHydrated).map(({ file }) => file);
  const files = isHydrated ? [...routes, ...APP_LAYOUTS] : routes;
  return new Set(files.flatMap((file) => partsOf(`app/${file}`)));
}

function partsOf(name: string): string[] {
  const file = code.find((each) => each.name === name);
  const parts = file ? importsOf(file).filter(({ target }) => target.startsWith("app/routes/")) : [];
  return [name, ...parts.flatMap(({ target }) => partsOf(target))];
}

/** Each call that parses a form with fields, with its module. */
const parsed = code.flatMap(({ name, text }) =>
  [...text.matchAll(/parseForm(?:LookingUp)?\(\s*(?:\w+\.)?request,[^;]*/g)].flatMap(([call]) =>
    // A form without fields has nothing to check.
    call.includes("z.object({})") ? [] : [{ name, call, text, isHydrated: hydrated.has(name) }],
  ),
);

test("every form with a field leaves its rules to the server, which checks it on blur", () => {
  const forms = code.flatMap(({ name, text }) =>
    [...text.matchAll(/<form\b[\s\S]*?<\/form>/g)].map(([form]) => ({ name, form })),
  );
  const typed = forms.filter(({ form }) => /method="post"/.test(form) && FIELD.test(form));
  expect(typed.length).toBeGreaterThan(5);
  expect(typed.filter(({ form }) => !/\bnoValidate\b/.test(form)).map(({ name }) => name)).toEqual([]);
});

test("every form that is parsed is read so that a check gets its errors, where pages are not hydrated", () => {
  const asked = parsed.filter(({ isHydrated }) => !isHydrated);
  expect(asked.length).toBeGreaterThan(20);
  const refusing = asked.filter(({ text }) => !/\breadCheckable(?:Upload)?Form\(/.test(text));
  expect(refusing.map(({ name }) => name)).toEqual([]);
});

test("no form of a hydrated page takes a check: React checks it in the browser, by conform", () => {
  const asked = parsed.filter(({ isHydrated }) => isHydrated);
  expect(asked.length).toBeGreaterThan(15);
  const checkable = code.filter(({ name, text }) => hydrated.has(name) && /readCheckable/.test(text));
  expect(checkable.map(({ name }) => name)).toEqual([]);
});

test("every act of a hydrated page says so when its line breaks", () => {
  const acts = code.filter(
    ({ name, text }) => hydrated.has(name) && /export (?:async function|const) action\b/.test(text),
  );
  expect(acts.length).toBeGreaterThan(20);
  expect(acts.filter(({ text }) => !/\bclientAction\b/.test(text)).map(({ name }) => name)).toEqual([]);
});

test("every form with something to type on a hydrated page is one of conform's", () => {
  const typed =
    /<(?:TextInput|Textarea|PasswordInput|NativeSelect|Select|input(?![^>]*type="(?:hidden|file|range)"))\b/;
  const shown = code.filter(
    ({ name, text }) => hydrated.has(name) && typed.test(text) && !/method="get"/.test(text),
  );
  expect(shown.length).toBeGreaterThan(10);
  const plain = shown.filter(({ text }) => !/\buse(?:Checked)?Form\b|\bFieldMetadata\b/.test(text));
  expect(plain.map(({ name }) => name)).toEqual([]);
});
