import { expect, test } from "vitest";
import { productRules } from "../../app/product-rules.ts";
import type { Circumstances, Visitor } from "../support/browser/browser.ts";
import { openSignedIn, pathOf } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { makeGroup, type OwnedGroup } from "../support/http/owned-group.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { makeAccount } from "../support/http/users.ts";

// A group's owner on hydrated pages: links, and what shows before the server has answered.

const DESK: Circumstances = { script: true, locale: "en", width: 1280 };

async function ownerAt(end: string): Promise<Visitor & { group: OwnedGroup }> {
  const creator = await signInCreator("ACTIVE", DESK.locale);
  const group = await makeGroup(creator);
  const path = end === "" ? "/grouplists" : `/gl/${group.slug}${end}`;
  const visitor = await openSignedIn(DESK, creator, path);
  await whenHydrated(visitor.page);
  return { ...visitor, group };
}

/** Holds an act's answer back until it is let through, or breaks the line. */
async function holdBack({ page }: Visitor, address: string) {
  const answer = Promise.withResolvers<"passes" | "breaks">();
  await page.route(address, async (route) => {
    if (route.request().method() === "POST" && (await answer.promise) === "breaks")
      return await route.abort("internetdisconnected");
    await route.continue();
  });
  return answer;
}

/** Follows a link that asks over the page, and presses what it asks for. */
async function confirm({ page }: Visitor, link: string, button: string): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: link, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: button, exact: true }).click();
}

test("an owner goes from the list to the group, its members and back without a document", async () => {
  const owner = await ownerAt("");
  const { page, t, group } = owner;
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const act = (name: "edit" | "members") =>
    t("grouplists:actOf", { act: t(`grouplists:acts.${name}`), group: "Der leise Chor" });
  await page.getByRole("link", { name: act("edit") }).click();
  await page.getByRole("heading", { level: 2, name: t("grouplists:invites.title") }).waitFor();
  await page.getByLabel(t("grouplists:edit.name")).fill("Der laute Chor");
  await page.getByRole("button", { name: t("grouplists:edit.save"), exact: true }).click();
  await page
    .getByRole("status")
    .filter({ hasText: t("grouplists:done.in_review") })
    .waitFor();
  const edit = t("grouplists:edit.ofName", { group: "Der laute Chor" });
  await eventually("the title has the new name", async () => (await page.title()) === edit);
  await page.getByRole("link", { name: t("grouplists:edit.members", { count: 2 }) }).click();
  await page.getByRole("link", { name: `@${group.asking.username}`, exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: edit }).waitFor();
  expect([pathOf(page), documents]).toEqual([`/gl/${group.slug}/edit`, 0]);
});

test("an accepted member is one at once, and waits again where the server says no", async () => {
  const owner = await ownerAt("/creators");
  const { page, t, group } = owner;
  const person = { person: group.asking.username };
  const row = page.locator(`[id="${group.asking.id}"]`);
  const approve = () =>
    confirm(owner, t("grouplists:members.approveTitle", person), t("grouplists:members.approve"));
  const answer = await holdBack(owner, "**/approve.data");
  // Full meanwhile: the server refuses.
  await fillGroup(group.id);
  owner.expectStatus(422);
  await approve();
  await row.getByText(t("grouplists:roles.MEMBER"), { exact: true }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  answer.resolve("passes");
  await row.getByRole("alert").getByText(t("errors:grouplist.full")).waitFor();
  await row.getByText(t("grouplists:members.waiting"), { exact: true }).waitFor();
  expect(pathOf(page)).toBe(`/gl/${group.slug}/creators`);
  // There is room again.
  await records()
    .deleteFrom("grouplist_users")
    .where("grouplist_id", "=", group.id)
    .where("status", "=", "MEMBER")
    .execute();
  await approve();
  await page
    .getByRole("status")
    .filter({ hasText: t("grouplists:done.approved") })
    .waitFor();
  await row.getByText(t("grouplists:roles.MEMBER"), { exact: true }).waitFor();
  expect(await row.getByRole("alert").count()).toBe(0);
});

test("a request that is declined is gone at once, and there again when the line breaks", async () => {
  const owner = await ownerAt("/creators");
  const { page, t, group } = owner;
  const row = page.locator(`[id="${group.asking.id}"]`);
  const answer = await holdBack(owner, "**/decline.data");
  owner.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const title = t("grouplists:members.declineTitle", { person: group.asking.username });
  await confirm(owner, title, t("grouplists:members.decline"));
  await row.waitFor({ state: "detached" });
  answer.resolve("breaks");
  await page.getByText(t("common:form.notSent")).waitFor();
  await row.getByText(t("grouplists:members.waiting"), { exact: true }).waitFor();
});

test("switches change at once, and go back when the line breaks", async () => {
  const owner = await ownerAt("/edit");
  const { page, t, group } = owner;
  owner.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const invites = page.getByRole("switch");
  const standsAt = (isOn: boolean) =>
    eventually("the switch stands", async () => (await invites.getAttribute("aria-checked")) === `${isOn}`);
  const switched = await holdBack(owner, "**/edit.data*");
  await invites.click();
  await standsAt(false);
  switched.resolve("breaks");
  await page.getByText(t("common:form.notSent")).waitFor();
  await standsAt(true);
  await page.unroute("**/edit.data*");
  const ranked = await holdBack(owner, "**/ranking.data");
  await confirm(owner, t("grouplists:ranking.turnOn"), t("grouplists:ranking.turnOn"));
  await page.getByText(/^On the leaderboard/).waitFor();
  ranked.resolve("passes");
  await page
    .getByRole("status")
    .filter({ hasText: t("grouplists:done.ranking_on") })
    .waitFor();
  await page.getByRole("link", { name: t("grouplists:ranking.turnOff") }).waitFor();
  const { ranking_enabled_at, invites_enabled } = await records()
    .selectFrom("grouplists")
    .select(["ranking_enabled_at", "invites_enabled"])
    .where("id", "=", group.id)
    .executeTakeFirstOrThrow();
  expect([ranking_enabled_at !== null, invites_enabled]).toEqual([true, true]);
});

/** Fills a group up with members of the test's own. */
async function fillGroup(grouplist_id: string): Promise<void> {
  const now = new Date();
  for (let count = 1; count < productRules.grouplist.members_maximum; count += 1) {
    const { id: creator_id } = await makeAccount({ status: "ACTIVE" });
    const member = { id: crypto.randomUUID(), grouplist_id, creator_id, status: "MEMBER" as const };
    await records()
      .insertInto("grouplist_users")
      .values({ ...member, asked_at: now, joined_at: now })
      .execute();
  }
}
