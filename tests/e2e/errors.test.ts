import { describe, expect, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { CREATOR, choosePayment, giveAmount, leaveWords, plain } from "../support/http/fan.ts";

/** The name and the description of a field, as a screen reader says them. */
async function problemOf({ page }: Visitor, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const described = (await field.getAttribute("aria-describedby")) ?? "";
  const texts = described.split(" ").map((id) => page.locator(`[id="${id}"]`).innerText());
  return plain((await Promise.all(texts)).join(" "));
}

/** Sends a form that has one fault: it is said on top, with a way to the field, and at the field; what was typed stays. */
async function refuses(visitor: Visitor, button: string, label: string, problem: string): Promise<void> {
  const { page } = visitor;
  const field = page.getByLabel(label, { exact: true });
  const typed = await field.inputValue();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    page.getByRole("button", { name: button }).click(),
  ]);
  expect(answer.status()).toBe(422);
  await page.getByRole("alert").getByRole("link", { name: problem }).click();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await problemOf(visitor, label)).toContain(plain(problem));
  expect(await field.inputValue()).toBe(typed);
  await visitor.looksRight();
}

describe.for(TWO_WAYS)("what is wrong, script $script, $locale, $width px", (circumstances) => {
  test("what is wrong with an amount is said at its field", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    const minimum = circumstances.locale === "de" ? "1,00 €" : "€1.00";
    const maximum = circumstances.locale === "de" ? "500,00 €" : "€500.00";
    const faults = [
      ["abc", t("errors:amount.invalid")],
      ["1.000", circumstances.locale === "de" ? t("errors:amount.invalid") : null],
      ["$10", t("errors:amount.currency")],
      ["0", t("errors:amount.minimum", { minimum })],
      [circumstances.locale === "de" ? "0,99" : "0.99", t("errors:amount.minimum", { minimum })],
      ["501", t("errors:amount.maximum", { maximum })],
    ] as const;
    await visitor.visit(`/${CREATOR.username}`);
    for (const [typed, problem] of faults) {
      if (problem === null) continue;
      await page.getByLabel(t("tip:amount.own")).fill(typed);
      await refuses(visitor, t("tip:amount.next"), t("tip:amount.own"), problem);
    }
    await visitor.visit(`/${CREATOR.username}/7`);
    await page.getByLabel(t("tip:amount.own")).fill("");
    await refuses(visitor, t("tip:amount.next"), t("tip:amount.own"), t("errors:amount.required"));
    await giveAmount(visitor, "500");
  });

  test("what is wrong with a message and a name is said at its field, and both stay", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    await visitor.visit(`/${CREATOR.username}`);
    await giveAmount(visitor, "5");
    const message = page.getByLabel(t("tip:details.message"));
    await message.fill("ü".repeat(1001));
    await page.getByLabel(t("tip:details.name"), { exact: true }).fill("Ida");
    await refuses(
      visitor,
      t("tip:details.next"),
      t("tip:details.message"),
      t("errors:message.long", { characters: 1000 }),
    );
    expect(await page.getByLabel(t("tip:details.name"), { exact: true }).inputValue()).toBe("Ida");
    await message.fill("ü".repeat(1000));
    await page.getByLabel(t("tip:details.name"), { exact: true }).fill("I".repeat(81));
    await refuses(visitor, t("tip:details.next"), t("tip:details.name"), t("errors:name.long"));
    expect(await message.inputValue()).toBe("ü".repeat(1000));
    await leaveWords(visitor, { name: "I".repeat(80) });
  });

  test("what is wrong with a message to a creator who asks a price for messages is said at its field", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    const values = {
      name: "Maximiliane von Bülow-Löß",
      price: circumstances.locale === "de" ? "3,00 €" : "€3.00",
    };
    await visitor.visit("/maximiliane.von.buelow");
    await giveAmount(visitor, "2");
    await page.getByText(t("tip:details.messagePrice", values)).waitFor();
    await page.getByLabel(t("tip:details.message")).fill("Schöne Haube!");
    await refuses(
      visitor,
      t("tip:details.next"),
      t("tip:details.message"),
      t("errors:message.price", values),
    );
    await leaveWords(visitor, { message: "" });
  });

  test("what is wrong with an email, and with sharing one that is not there, is said at its field", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    await visitor.visit(`/${CREATOR.username}`);
    await giveAmount(visitor, "5");
    await leaveWords(visitor);
    const label = `${t("tip:payment.email")} (${t("common:form.optional")})`;
    await page.getByLabel(label).fill("ida@");
    await refuses(visitor, t("tip:payment.next"), label, t("errors:email.invalid"));
    await page.getByLabel(label).fill("");
    await page.getByLabel(t("tip:payment.share", { count: 1, name: CREATOR.name })).check();
    await refuses(visitor, t("tip:payment.next"), label, t("errors:email.to_share"));
    expect(await page.getByLabel(t("tip:payment.share", { count: 1, name: CREATOR.name })).isChecked()).toBe(
      true,
    );
    await choosePayment(visitor, { email: "ida@fans.example" });
    await page.getByText(t("tip:summary.shared", { count: 1, name: CREATOR.name })).waitFor();
  });
});

test("with script, a field that is left says what is wrong, and that it is right again, without sending", async () => {
  const visitor = await open({ script: true, locale: "de", width: 360 });
  const { page, t } = visitor;
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) sent.push(`${request.method()} ${request.url()}`);
  });
  const leave = async (label: string, typed: string, key: "Tab" | "Shift+Tab" = "Tab") => {
    await page.getByLabel(label).fill(typed);
    await page.getByLabel(label).press(key);
  };
  await visitor.visit(`/${CREATOR.username}`);
  await leave(t("tip:amount.own"), "501");
  await page.getByText(t("errors:amount.maximum", { maximum: "500,00 €" })).waitFor();
  await visitor.looksRight();
  await leave(t("tip:amount.own"), "50", "Shift+Tab");
  await page.getByText(t("errors:amount.maximum", { maximum: "500,00 €" })).waitFor({ state: "hidden" });
  expect(await page.getByLabel(t("tip:amount.own")).getAttribute("aria-invalid")).toBeNull();
  await giveAmount(visitor, "5");

  await leave(t("tip:details.message"), "ü".repeat(1001));
  await page.getByText(t("errors:message.long", { characters: 1000 }), { exact: true }).waitFor();
  await page.getByLabel(t("tip:details.message")).fill("ü".repeat(999));
  await page.getByRole("heading", { level: 1 }).click();
  await page
    .getByText(t("errors:message.long", { characters: 1000 }), { exact: true })
    .waitFor({ state: "hidden" });
  await page.getByText("noch 1", { exact: true }).waitFor();
  await leaveWords(visitor);

  await leave(t("tip:payment.email"), "ida@");
  await page.getByText(t("errors:email.invalid")).waitFor();
  await leave(t("tip:payment.email"), "ida@fans.example");
  await page.getByText(t("errors:email.invalid")).waitFor({ state: "hidden" });
  const steps = sent.filter((line) => line.startsWith("POST"));
  expect(steps.map((line) => line.replace(/^.*\//, ""))).toEqual([CREATOR.username, "details"]);
});
