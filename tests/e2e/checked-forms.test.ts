import { expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, type Visitor } from "../support/browser/browser.ts";
import { giveSession } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { eventually } from "../support/eventually.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// What a field says when it is left, with script; without it, the form says all of it when it is sent.

const WITH_SCRIPT = { script: true, locale: "en", width: 1280 } as const;

async function comeIn(): Promise<Visitor> {
  const visitor = await open(WITH_SCRIPT);
  await giveSession(visitor, await signInCreator("ACTIVE", WITH_SCRIPT.locale));
  return visitor;
}

type Place = Pick<Visitor["page"], "getByLabel" | "getByText">;

/** Leaves a field with something wrong in it, and then with something right: its error comes and goes. */
async function saysWhatIsWrong(
  place: Place,
  { label, wrong, right, error }: Record<"label" | "wrong" | "right" | "error", string>,
): Promise<void> {
  const field = place.getByLabel(label, { exact: true });
  const problem = place.getByText(error, { exact: true });
  expect(await problem.count()).toBe(0);
  await field.fill(wrong);
  await field.blur();
  await problem.waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await field.fill(right);
  await field.blur();
  await problem.waitFor({ state: "detached" });
  expect(await field.getAttribute("aria-invalid")).toBeNull();
}

async function itemSaysWhatIsWrong(place: Place, { t }: Visitor): Promise<void> {
  const name = { label: t("items:form.name"), wrong: "ab", right: "A coffee", error: t("errors:item.name") };
  await saysWhatIsWrong(place, name);
  const bounds = { minimum: "€5", maximum: "€500" };
  const amount = { label: `${t("items:form.amount")} (EUR)`, wrong: "501", right: "12.50" };
  await saysWhatIsWrong(place, { ...amount, error: t("errors:item.amount", bounds) });
}

test("the item dialog says what is wrong with a field that is left, and leads the focus back as it closes", async () => {
  const visitor = await comeIn();
  const { page, t } = visitor;
  await visitor.visit("/dashboard/items");
  await whenHydrated(page);
  const link = page.getByRole("link", { name: t("items:add") });
  await link.click();
  const dialog = page.getByRole("dialog", { name: t("items:form.title") });
  await dialog.waitFor();
  await itemSaysWhatIsWrong(dialog, visitor);
  await page.keyboard.press("Escape");
  await eventually("the focus is where it was", () =>
    link.evaluate((element) => element === document.activeElement),
  );
});

test("the page of a new item says what is wrong with a field that is left", async () => {
  const visitor = await comeIn();
  await visitor.visit("/dashboard/items/new");
  await whenHydrated(visitor.page);
  await itemSaysWhatIsWrong(visitor.page, visitor);
});

test("payout data say what is wrong with an IBAN that is left, with and without its country", async () => {
  const visitor = await comeIn();
  const { page } = visitor;
  const t = i18nFor("en").getFixedT("en", ["payouts", "errors"]);
  await visitor.visit("/account/payoutdata");
  await whenHydrated(page);
  const [wrong, right] = ["DE89 3704 0044 0532 0130 01", "DE89 3704 0044 0532 0130 00"];
  const iban = { label: t("payouts:fields.bank_iban"), wrong, right, error: t("errors:payout.iban_alone") };
  await saysWhatIsWrong(page, iban);
  // The country makes it wrong, and another one right.
  const country = page.getByLabel(t("payouts:fields.bank_country_id"));
  const problem = page.getByText(t("errors:payout.iban"), { exact: true });
  await country.selectOption({ label: "Austria" });
  await problem.waitFor();
  await country.selectOption({ label: "Germany" });
  await problem.waitFor({ state: "detached" });
});
