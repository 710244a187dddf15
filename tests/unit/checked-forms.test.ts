import { expect, test } from "vitest";
import { listCode } from "../support/source-files.ts";

// The forms that no link leads to: tests/routes/checked-forms.test.ts asks those that one does.

const code = listCode("app").filter(({ name }) => !name.startsWith("app/sandbox-provider/"));

const FIELD = /<(?:TextField|TextAreaField|SelectField|PasswordField|textarea)\b/;

test("every form with a field leaves its rules to the server, which checks it on blur", () => {
  const forms = code.flatMap(({ name, text }) =>
    [...text.matchAll(/<form\b[\s\S]*?<\/form>/g)].map(([form]) => ({ name, form })),
  );
  const typed = forms.filter(({ form }) => /method="post"/.test(form) && FIELD.test(form));
  expect(typed.length).toBeGreaterThan(15);
  expect(typed.filter(({ form }) => !/\bnoValidate\b/.test(form)).map(({ name }) => name)).toEqual([]);
});

test("every form that is parsed is read so that a check gets its errors", () => {
  const parsed = code.flatMap(({ name, text }) =>
    [...text.matchAll(/parseForm(?:LookingUp)?\(\s*(?:\w+\.)?request,[^;]*/g)].map(([call]) => ({
      name,
      call,
      text,
    })),
  );
  expect(parsed.length).toBeGreaterThan(40);
  // A form without fields has nothing to check.
  const withFields = parsed.filter(({ call }) => !call.includes("z.object({})"));
  const refusing = withFields.filter(({ text }) => !/\breadCheckable(?:Upload)?Form\(/.test(text));
  expect(refusing.map(({ name }) => name)).toEqual([]);
});
