import { expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { records } from "../support/database/records.ts";
import { signInCreator } from "../support/http/signed-in.ts";

const WORDS = "The picture is mine; I took it in Leipzig last year.";

const textsOf = ({ circumstances: { locale } }: Visitor) =>
  i18nFor(locale).getFixedT(locale, ["report", "account", "auth", "errors"]);

/** Decides what is open of a case, and sees that it is done. */
async function decide(visitor: Visitor, id: string, decision: "NO_ACTION" | "REMOVED"): Promise<void> {
  const { page } = visitor;
  const t = textsOf(visitor);
  await visitor.visit(`/admin/reports/${id}`);
  await visitor.looksRight();
  await page.getByLabel(t("report:admin.decision")).selectOption(decision);
  await page.getByLabel(t("report:admin.reasons")).fill("The picture is protected, and there is no licence.");
  await page.getByRole("button", { name: t("report:admin.go"), exact: true }).click();
  await page.getByRole("status").getByText(t("report:admin.done.decided")).waitFor();
}

test.for(TWO_WAYS)(
  "a notice about content is decided, complained of and decided again, script $script, $locale, $width px",
  async (circumstances) => {
    const creator = await signInCreator("ACTIVE", circumstances.locale);
    const visitor = await open(circumstances);
    const { page } = visitor;
    const t = textsOf(visitor);
    await visitor.visit("/report");
    await visitor.looksRight();
    visitor.expectStatus(422);
    await page.getByRole("button", { name: t("report:go") }).click();
    await page.getByRole("alert").getByText(t("errors:report.target")).first().waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("report:target")).fill(`/${creator.username}`);
    await page.getByLabel(t("report:reason")).selectOption("RIGHTS");
    await page.getByLabel(t("report:explanation")).fill(WORDS);
    await page.getByLabel(t("report:name")).fill("Ida");
    await page.getByLabel(t("report:email")).fill(`ida.${circumstances.locale}@fans.example`);
    await page.getByLabel(t("report:goodFaith")).check();
    await page.getByRole("button", { name: t("report:go") }).click();
    await page.getByRole("status").getByText(t("report:case.saved")).waitFor();
    await visitor.looksRight();
    const address = new URL(page.url()).pathname;
    const { id } = await records()
      .selectFrom("content_cases")
      .select("id")
      .where("creator_id", "=", creator.id)
      .executeTakeFirstOrThrow();

    const first = await operatorAt(circumstances);
    await first.visit("/admin/reports");
    await first.looksRight();
    await decide(first, id, "NO_ACTION");

    await visitor.visit(address);
    await page.getByText(t("report:case.decisions.NO_ACTION")).waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("report:complaint.label")).fill(WORDS);
    await page.getByRole("button", { name: t("report:complaint.go") }).click();
    await page.getByRole("status").getByText(t("report:complaint.done")).waitFor();
    await visitor.looksRight();

    const second = await operatorAt(circumstances);
    await decide(second, id, "REMOVED");
    await visitor.visit(address);
    await page.getByText(t("report:case.decisions.REMOVED")).waitFor();
    expect(await page.getByLabel(t("report:complaint.label")).count()).toBe(0);
    await visitor.looksRight();
  },
);
