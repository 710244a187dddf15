import { afterEach, expect, test } from "vitest";
import { businessDate, daysBefore } from "../../app/domain/calendar.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { giveSession, openSignedIn } from "../support/browser/creator-steps.ts";
import { records } from "../support/database/records.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// The leaderboard as a guest walks through it, and as a creator finds and changes the own place.

const shots = process.env.LEADERBOARD_SHOTS;
async function shoot({ page, circumstances: { width, script, dark } }: Visitor, name: string): Promise<void> {
  if (!shots) return;
  await page.screenshot({ path: `${shots}/${name}-${width}-${dark ? "dark" : "light"}.png`, fullPage: true });
  if (!script) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: `${shots}/${name}-${width}-dark.png` });
  await page.emulateMedia({ colorScheme: "light" });
}

const ranked: string[] = [];
afterEach(async () => {
  for (const id of ranked.splice(0)) {
    await records().deleteFrom("daily_tip_totals").where("creator_id", "=", id).execute();
    await records().deleteFrom("leaderboard_totals").where("creator_id", "=", id).execute();
    await records().deleteFrom("leaderboard_ranks").where("creator_id", "=", id).execute();
  }
});

/** A creator at the end of this month's list, who was further down when yesterday ended. */
async function lastCreator(locale: "de" | "en") {
  const creator = await signInCreator("ACTIVE", locale);
  ranked.push(creator.id);
  const today = businessDate(new Date());
  const [period_start, day] = [`${today.slice(0, 7)}-01`, daysBefore(today, 1)];
  await records()
    .updateTable("users")
    .set({ ranking_enabled_at: new Date() })
    .where("id", "=", creator.id)
    .execute();
  await records()
    .insertInto("leaderboard_totals")
    .values({
      ...{ period: "MONTH", period_start, creator_id: creator.id },
      ...{ tips_count: 1, amount_eur_minor: 1, is_listed: true },
    })
    .execute();
  // By its days a creator's rows are found when they leave the list.
  await records()
    .insertInto("daily_tip_totals")
    .values({
      ...{ creator_id: creator.id, day: today, currency: "EUR" },
      ...{ tips_count: 1, amount_minor: 1, amount_eur_minor: 1 },
    })
    .execute();
  await records()
    .insertInto("leaderboard_ranks")
    .values({ range: "month", creator_id: creator.id, day, rank: 4000 })
    .execute();
  return creator;
}

test.for(TWO_WAYS)(
  "a guest looks at the leaderboard's ranges, groups and past, script $script, $locale, $width px",
  async (circumstances) => {
    const guest = await open(circumstances);
    const { page, t } = guest;
    await guest.visit("/");
    const place = page.getByRole(circumstances.width === 1280 ? "banner" : "contentinfo");
    if (circumstances.width < 1280) await place.getByText(t("common:footer.more"), { exact: true }).click();
    await place.getByRole("link", { name: t("common:nav.leaderboard") }).click();
    await page.waitForURL("**/leaderboard/creators");
    await page
      .getByRole("list", { name: t("leaderboard:podium") })
      .getByRole("listitem")
      .nth(2)
      .waitFor();
    await guest.looksRight();
    await shoot(guest, "creators");
    const link = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
    await link(t("leaderboard:ranges.30days")).click();
    await page.waitForURL("**/leaderboard/creators?range=30days");
    await guest.looksRight();
    await link(t("leaderboard:kinds.grouplists")).click();
    await page.waitForURL("**/leaderboard/grouplists?range=30days");
    await guest.looksRight();
    await shoot(guest, "groups");
    await link(t("leaderboard:kinds.creators")).click();
    await page.waitForURL("**/leaderboard/creators?range=30days");
    await link(t("leaderboard:history.title")).click();
    await page.waitForURL("**/leaderboard/creators?interval=day");
    await link(t("leaderboard:intervals.week")).click();
    await page.waitForURL("**/leaderboard/creators?interval=week");
    await guest.looksRight();
    await shoot(guest, "history");
    await link(t("leaderboard:history.back")).click();
    await page.waitForURL("**/leaderboard/creators");
    // A place leads to its creator's page, also by its picture.
    await page
      .getByRole("list", { name: t("leaderboard:podium") })
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).not.toContain("leaderboard");
  },
);

test.for(TWO_WAYS)(
  "a creator has the own place in sight and changes country and ranking there, script $script, $locale, $width px",
  async (circumstances) => {
    const creator = await lastCreator(circumstances.locale);
    const { id } = creator;
    const visitor = await openSignedIn(circumstances, creator, "/leaderboard/creators");
    const { page, t } = visitor;
    const told = (text: string) => page.getByRole("status").filter({ hasText: text }).first().waitFor();
    const own = page.getByRole("complementary", { name: t("leaderboard:own.label") });
    await own.waitFor();
    // At the bottom of what is in sight, though the list goes on below it.
    const height = circumstances.width === 1280 ? 900 : 740;
    const box = await own.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height);
    expect(await own.textContent()).toContain("▲");
    await visitor.looksRight();
    await shoot(visitor, "own");
    await own.getByRole("link", { name: t("leaderboard:own.change") }).click();
    await page.getByLabel(t("leaderboard:settings.country"), { exact: true }).selectOption({ index: 3 });
    await page.getByRole("button", { name: t("leaderboard:settings.save") }).click();
    await told(t("leaderboard:done.country_saved"));
    await page.getByRole("switch", { name: t("leaderboard:settings.switch") }).click();
    await told(t("leaderboard:done.ranking_off"));
    await own.getByText(t("leaderboard:own.off")).waitFor();
    await visitor.looksRight();
    const user = await records()
      .selectFrom("users")
      .select("ranking_enabled_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(user.ranking_enabled_at).toBeNull();
    await page.getByRole("switch", { name: t("leaderboard:settings.switch") }).click();
    await told(t("leaderboard:done.ranking_on"));
  },
);

test("the leaderboard fits 320 pixels, also with the own place on it", async () => {
  const creator = await lastCreator("de");
  const visitor = await open({ script: false, locale: "de", width: 320, dark: true });
  await visitor.visit("/leaderboard/creators?range=30days");
  await visitor.looksRight();
  await giveSession(visitor, creator);
  for (const path of ["/leaderboard/creators", "/leaderboard/grouplists?range=30days"]) {
    await visitor.visit(path);
    await visitor.looksRight();
    await shoot(visitor, `narrow-${path.includes("creators") ? "creators" : "groups"}`);
  }
});
