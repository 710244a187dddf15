import { expect, test } from "vitest";
import { signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

test.for(["en", "de"] as const)(
  "the form of an announcement names each language once for each field, whose text alone is marked as written in it, in %s",
  async (locale) => {
    const { wire } = await signInOperator(locale);
    for (const kind of ["notice", "event"]) {
      const page = readStrictly((await wire.get(`/admin/announcements/new/${kind}`)).text);
      expect(page.problems).toEqual([]);
      expect(page.elements("legend")).toEqual([]);
      const labels = page.elements("label").map((label) => textOf(label).trim());
      for (const name of ["English", "Deutsch"])
        expect(labels.filter((label) => label.includes(name))).toHaveLength(kind === "event" ? 2 : 1);
      const marked = [...page.elements("input"), ...page.elements("textarea")]
        .filter((field) => attribute(field, "lang"))
        .map((field) => `${attribute(field, "name")} ${attribute(field, "lang")}`);
      const texts = ["text_de de", "text_en en"];
      const titles = ["title_de de", "title_en en"];
      expect(marked.sort()).toEqual(kind === "event" ? [...texts, ...titles] : texts);
    }
  },
);
