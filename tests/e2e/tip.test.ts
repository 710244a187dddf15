import { describe, expect, test } from "vitest";
import { type Circumstances, open } from "../support/browser/browser.ts";
import {
  CREATOR,
  choosePayment,
  confirm,
  giveAmount,
  leaveWords,
  payWith,
  readPrice,
  thanked,
  travel,
} from "../support/http/fan.ts";

const MATRIX: Circumstances[] = [true, false].flatMap((script) =>
  (["de", "en"] as const).flatMap((locale) =>
    ([360, 1280] as const).map((width) => ({ script, locale, width, dark: width === 1280 })),
  ),
);

const WORDS = { name: "Ida aus Köln", message: "Das Lied mit dem Regen!\n\nBitte mehr davon 🎵" };

/** 5.00 with 10 % fee, and 19 % VAT on that, half up. */
const PRICES = {
  de: {
    "Trinkgeld für Jördis Kessler": "5,00 €",
    "Servicegebühr 10 %": "0,50 €",
    "USt. auf die Gebühr, 19 %": "0,10 €",
    Gesamt: "5,60 €",
  },
  en: {
    "Tip for Jördis Kessler": "€5.00",
    "Service fee 10%": "€0.50",
    "VAT on the fee, 19%": "€0.10",
    Total: "€5.60",
  },
};

function byCard({ Gesamt, Total, ...lines }: Record<string, string>): Record<string, string> {
  return Gesamt
    ? { ...lines, "Gesamt, Kreditkarte": Gesamt }
    : { ...lines, "Total, Credit card": Total ?? "" };
}

describe.for(MATRIX)("a card tip, script $script, $locale, $width px", (circumstances) => {
  test("a card tip goes from the profile to thank you, back and forward, and through reloads", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    const { locale } = circumstances;
    const typed = locale === "de" ? "5,00" : "5.00";

    await visitor.visit(`/${CREATOR.username}`);
    expect(await page.getAttribute("html", "lang")).toBe(locale);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(CREATOR.name);
    await visitor.looksRight();
    await giveAmount(visitor, typed);
    await visitor.looksRight();
    await leaveWords(visitor, WORDS);
    await page.getByLabel(t("tip:payment.country")).selectOption("DE");
    if (!circumstances.script) await page.getByRole("button", { name: t("tip:payment.update") }).click();
    await page.getByRole("rowheader", { name: "19" }).waitFor();
    expect(await readPrice(visitor)).toEqual(PRICES[locale]);
    await visitor.looksRight();
    await choosePayment(visitor, { email: "ida@fans.example" });
    expect(await readPrice(visitor)).toEqual(PRICES[locale]);
    await visitor.looksRight();

    const keepsPayment = async () => {
      expect(await page.getByLabel(t("tip:payment.email")).inputValue()).toBe("ida@fans.example");
      expect(await page.getByLabel(t("tip:payment.country")).inputValue()).toBe("DE");
      expect(await page.locator("[value=INETCASH_CC]").isChecked()).toBe(true);
    };
    const keepsWords = async () => {
      expect(await page.getByLabel(t("tip:details.message")).inputValue()).toBe(WORDS.message);
      expect(await page.getByLabel(t("tip:details.name"), { exact: true }).inputValue()).toBe(WORDS.name);
    };
    await travel(visitor, "back", "/payment");
    await keepsPayment();
    await page.reload();
    await keepsPayment();
    await travel(visitor, "back", "/details");
    await keepsWords();
    await page.reload();
    await keepsWords();
    await travel(visitor, "back", `/${CREATOR.username}`);
    expect(await page.getByLabel(t("tip:amount.own")).inputValue()).toBe(typed);
    await travel(visitor, "forward", "/details");
    await keepsWords();
    await travel(visitor, "forward", "/payment");
    await keepsPayment();
    await travel(visitor, "forward", "/summary");
    await page.reload();
    expect(await readPrice(visitor)).toEqual(PRICES[locale]);
    expect(await page.locator("blockquote").innerText()).toContain(WORDS.message);
    expect(await page.locator("blockquote").innerText()).toContain(WORDS.name);

    await confirm(visitor);
    await visitor.looksRight();
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
    expect(await readPrice(visitor)).toEqual(byCard(PRICES[locale]));
    await visitor.looksRight();
    await page.getByRole("link", { name: t("result:success.receipt") }).click();
    await page.waitForURL("**/receipt/*");
    expect(await readPrice(visitor)).toEqual(byCard(PRICES[locale]));
    await visitor.looksRight();
  });
});
