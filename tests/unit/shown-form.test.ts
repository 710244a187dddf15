import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { shownForm } from "../../app/ui/shown-form.ts";

const schema = z.object({ email: z.email("errors.email"), note: z.string(), agreed: z.literal("on") });

function refused(fields: Record<string, string>) {
  const typed = new FormData();
  for (const [name, value] of Object.entries(fields)) typed.append(name, value);
  return parseWithZod(typed, { schema }).reply({ formErrors: ["errors.all"], hideFields: ["note"] });
}

describe("a form as a page shows it", () => {
  it("a form as a page shows it holds what stands there from the beginning; a ticked box is on", () => {
    const [form, fields] = shownForm<{ email: string; agreed: string; other: string }>({
      id: "sign",
      defaultValue: { email: "a@example.com", agreed: true, other: false },
    });
    expect(form).toEqual({ id: "sign", errors: undefined, allErrors: {} });
    expect(fields.email).toEqual({
      id: "sign-email",
      name: "email",
      initialValue: "a@example.com",
      errors: undefined,
    });
    expect([fields.agreed.initialValue, fields.other.initialValue]).toEqual(["on", undefined]);
  });

  it("a form as a page shows it holds what was typed instead, what is wrong with it, and nothing that is hidden", () => {
    const lastResult = refused({ email: "nobody", note: "secret", agreed: "on" });
    const [form, fields] = shownForm<z.infer<typeof schema>>({
      id: "sign",
      lastResult,
      defaultValue: { email: "a@example.com", note: "earlier" },
    });
    expect(fields.email).toMatchObject({ initialValue: "nobody", errors: ["errors.email"] });
    expect(fields.note.initialValue).toBeUndefined();
    expect(fields.agreed).toMatchObject({ initialValue: "on", errors: undefined });
    expect(form.errors).toEqual(["errors.all"]);
    expect(form.allErrors).toEqual({ "": ["errors.all"], email: ["errors.email"] });
  });
});
