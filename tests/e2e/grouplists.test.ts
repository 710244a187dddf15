import { expect, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { logIn, openSignedIn } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { records } from "../support/database/records.ts";
import { jpegWithPlace } from "../support/fixtures/upload-corpus.ts";
import { PASSWORD, signInCreator, signInOperator } from "../support/http/signed-in.ts";

// A group from its first form to its end: made, approved, joined by its invite link, left and deleted.

const shots = process.env.GROUP_SHOTS;
async function shoot({ page, circumstances: { width, script, dark } }: Visitor, name: string): Promise<void> {
  if (!shots) return;
  const path = (theme: string) => `${shots}/${name}-${width}-${theme}.png`;
  await page.screenshot({ path: path(dark ? "dark" : "light"), fullPage: true });
  if (!script) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: path("dark"), fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });
}

/** Follows a link that asks once more, and presses what it asks for; returns to the page that it leads to. */
async function confirm(visitor: Visitor, link: string, button: string, onto: string): Promise<void> {
  const { page, circumstances } = visitor;
  await page.getByRole("main").getByRole("link", { name: link, exact: true }).click();
  const place = circumstances.script ? page.getByRole("dialog") : page.getByRole("main");
  const go = place.getByRole("button", { name: button, exact: true });
  await go.waitFor();
  if (circumstances.script) expect((await page.getByRole("dialog").boundingBox())?.width).toBe(500);
  await visitor.looksRight();
  await shoot(visitor, "confirm");
  await go.click();
  await page.waitForURL(onto);
}

async function comeIn(circumstances: (typeof TWO_WAYS)[number]) {
  const creator = await signInCreator("ACTIVE", circumstances.locale);
  const { id, email, username } = creator;
  return {
    ...(await openSignedIn(circumstances, creator, "/dashboard")),
    ...{ id, email, username: username ?? "" },
  };
}

test.for(TWO_WAYS)(
  "a group is made, approved, joined, left and deleted, script $script, $locale, $width px",
  async (circumstances) => {
    const owner = await comeIn(circumstances);
    const { page, t } = owner;
    const told = (text: string, where: Visitor = owner) =>
      where.page.getByRole("status").filter({ hasText: text }).first().waitFor();

    // Made.
    await owner.visit("/grouplists");
    await owner.looksRight();
    await shoot(owner, "groups-none");
    await page.getByLabel(t("grouplists:create.name")).fill("Der leise Chor");
    await page.getByRole("button", { name: t("grouplists:create.save") }).click();
    await page.waitForURL("**/gl/*/edit");
    await told(t("grouplists:done.created"));
    await owner.looksRight();
    const slug = new URL(page.url()).pathname.split("/")[2] ?? "";
    const group = await records()
      .selectFrom("grouplists")
      .selectAll()
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();

    // A picture, and one that is none.
    const file = page.getByLabel(t("grouplists:edit.avatar"), { exact: true });
    owner.expectStatus(422);
    await file.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
    await page.getByRole("button", { name: t("grouplists:edit.upload") }).click();
    await page.getByText(t("errors:image.file_format")).first().waitFor();
    await owner.looksRight();
    const buffer = Buffer.from(await jpegWithPlace());
    await file.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await page.getByRole("button", { name: t("grouplists:edit.upload") }).click();
    await page.getByRole("button", { name: t("grouplists:edit.removeAvatar") }).waitFor();
    await owner.looksRight();
    await shoot(owner, "edit");

    // Approved by an operator.
    const operator = await signInOperator();
    const review = await operator.wire.get(`/admin/reviews/groups/${group.id}`);
    const seen = /name="seen" value="([^"]+)"/.exec(review.text)?.[1] ?? "";
    expect((await operator.wire.get(`/admin/reviews/groups/${group.id}/pictures/old`)).status).toBe(200);
    expect(
      (await operator.wire.post(`/admin/reviews/groups/${group.id}`, { intent: "accept", seen })).status,
    ).toBe(303);
    await owner.visit("/grouplists");
    await page.getByText(t("grouplists:states.APPROVED"), { exact: true }).waitFor();
    await owner.looksRight();
    await shoot(owner, "groups");

    // Invited: a guest logs in, comes back and accepts.
    const link = `/gl/invite/${group.invite_code}`;
    const { email, username } = await signInCreator("ACTIVE", circumstances.locale);
    const guest = await open(circumstances);
    guest.expectStatus(401);
    await guest.visit(link);
    await guest.page.getByRole("heading", { name: "Der leise Chor" }).waitFor();
    await guest.looksRight();
    await shoot(guest, "invited-guest");
    await guest.page.getByRole("link", { name: t("grouplists:invitation.login") }).click();
    await guest.page.waitForURL("**/login?return_to=*");
    await logIn(guest, email, PASSWORD, `**${link}`);
    await guest.page.getByRole("button", { name: t("grouplists:invitation.accept") }).click();
    await told(t("grouplists:done.asked"), guest);
    await guest.page.getByText(t("grouplists:invitation.waiting")).waitFor();
    await guest.looksRight();
    await shoot(guest, "invited-waiting");

    // Let in, and gone again.
    await owner.visit(`/gl/${slug}/creators`);
    await owner.looksRight();
    await shoot(owner, "members");
    const person = { person: username ?? "" };
    const list = `**/gl/${slug}/creators`;
    await confirm(owner, t("grouplists:members.approveTitle", person), t("grouplists:members.approve"), list);
    await told(t("grouplists:done.approved"));
    await guest.visit("/grouplists");
    await guest.looksRight();
    const leave = t("grouplists:actOf", { act: t("grouplists:acts.leave"), group: "Der leise Chor" });
    await confirm(guest, leave, t("grouplists:leave.now"), "**/grouplists");
    await told(t("grouplists:done.left"), guest);

    // The switches.
    await owner.visit(`/gl/${slug}/edit`);
    await page.getByRole("switch").click();
    await told(t("grouplists:done.invites_off"));
    expect(await page.getByRole("switch").getAttribute("aria-checked")).toBe("false");
    await owner.looksRight();
    const edit = `**/gl/${slug}/edit`;
    await confirm(owner, t("grouplists:ranking.turnOn"), t("grouplists:ranking.turnOn"), edit);
    await told(t("grouplists:done.ranking_on"));
    await confirm(owner, t("grouplists:invites.renew"), t("grouplists:invites.renewNow"), edit);
    await told(t("grouplists:done.renewed"));
    await guest.visit(link);
    await guest.page.getByText(t("grouplists:invitation.unknown")).waitFor();
    await guest.looksRight();
    await guest.visit("/gl/invite");
    await guest.page.getByText(t("grouplists:invitation.none")).waitFor();
    await guest.looksRight();

    // The end.
    await confirm(owner, t("grouplists:deletion.now"), t("grouplists:deletion.now"), "**/grouplists");
    await told(t("grouplists:done.deleted"));
    await page.getByText(t("grouplists:empty.title")).waitFor();
  },
);

test("a name that is too long is named while it is typed, and an owner's link is copied for two seconds", async () => {
  const owner = await comeIn({ script: true, locale: "en", width: 1280 });
  const { page, t } = owner;
  await owner.visit("/grouplists");
  await whenHydrated(page);
  const name = page.getByLabel(t("grouplists:create.name"));
  await name.fill("a".repeat(256));
  await page.getByText(t("errors:grouplist.name"), { exact: true }).waitFor();
  await owner.looksRight();
  await name.fill("a".repeat(255));
  await page.getByText(t("errors:grouplist.name"), { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: t("grouplists:create.save") }).click();
  await page.waitForURL("**/gl/*/edit");
  await owner.looksRight();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: t("grouplists:invites.copy") }).click();
  const copied = page.getByRole("status").filter({ hasText: t("grouplists:invites.copied") });
  await copied.waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/gl\/invite\/[a-z0-9]{16}$/);
  await copied.waitFor({ state: "detached" });
});

test("the pages of a group fit 320 pixels", async () => {
  const creator = await signInCreator("ACTIVE", "de");
  const phone = { script: false, locale: "de", width: 320, dark: true } as const;
  const owner = await openSignedIn(phone, creator, "/grouplists");
  await owner.page.getByLabel(owner.t("grouplists:create.name")).fill("W".repeat(255));
  await owner.page.getByRole("button", { name: owner.t("grouplists:create.save") }).click();
  await owner.page.waitForURL("**/gl/*/edit");
  await owner.looksRight();
  await shoot(owner, "edit-narrow");
  for (const end of ["/creators", "/ranking", "/deletion"]) {
    await owner.visit(`${new URL(owner.page.url()).pathname.split("/").slice(0, 3).join("/")}${end}`);
    await owner.looksRight();
  }
  await owner.visit("/grouplists");
  await owner.looksRight();
  await shoot(owner, "groups-narrow");
});
