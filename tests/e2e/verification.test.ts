import { test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { jpegWithPlace, pdf } from "../support/fixtures/upload-corpus.ts";
import { choosePayment, confirm, giveAmount, leaveWords, payWith, thanked } from "../support/http/fan.ts";
import { signInCreator } from "../support/http/signed-in.ts";

const KINDS = ["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"] as const;

const textsOf = ({ circumstances: { locale } }: Visitor) =>
  i18nFor(locale).getFixedT(locale, ["verification", "admin", "account", "auth", "errors"]);

/** Sends one document by its own form. */
async function sendDocument(visitor: Visitor, kind: (typeof KINDS)[number], file: object): Promise<void> {
  const { page } = visitor;
  const t = textsOf(visitor);
  const form = page.locator(`#${kind}`);
  await form
    .locator("input[name=file]")
    .setInputFiles(file as { name: string; mimeType: string; buffer: Buffer });
  // With script, choosing a file is enough.
  if (!visitor.circumstances.script)
    await form.getByRole("button", { name: t("verification:documents.upload") }).click();
  await page.waitForLoadState();
}

test.for(TWO_WAYS)(
  "a creator is verified and takes a tip, script $script, $locale, $width px",
  async (circumstances) => {
    const creator = await signInCreator("CREATED", circumstances.locale);
    const visitor = await openSignedIn(circumstances, creator, "/account/verification");
    const { page } = visitor;
    const t = textsOf(visitor);
    await visitor.looksRight();
    visitor.expectStatus(422);
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
    await sendDocument(visitor, "mediafile_pass", { name: "me.jpg", mimeType: "image/jpeg", buffer: svg });
    await page.getByRole("alert").getByText(t("errors:image.file_format")).waitFor();
    const photo = { name: "me.jpg", mimeType: "image/jpeg", buffer: await jpegWithPlace() };
    const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: pdf() };
    for (const kind of KINDS) {
      await sendDocument(visitor, kind, kind === "mediafile_invoice" ? letter : photo);
      // On a phone the next step hides it.
      await page.locator(`#${kind} .mark-done`).first().waitFor({ state: "attached" });
    }
    await page.getByRole("button", { name: t("verification:handIn.go") }).click();
    await page.getByRole("alert").getByText(t("errors:handIn.photo")).waitFor();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: t("verification:handIn.go") }).click();
    await page.getByRole("heading", { name: t("verification:processing.title") }).waitFor();
    await visitor.looksRight();

    const operator = await operatorAt(circumstances);
    await operator.looksRight();
    await operator.visit(`/admin/users?q=${creator.username}`);
    await operator.looksRight();
    await operator.page.getByRole("link", { name: `@${creator.username}` }).click();
    await operator.looksRight();
    await operator.page.getByRole("link", { name: t("admin:user.verification"), exact: true }).click();
    await operator.page.getByRole("heading", { name: t("admin:case.documents"), exact: true }).waitFor();
    await operator.looksRight();
    await operator.page.getByRole("button", { name: t("admin:case.acceptGo"), exact: true }).click();
    await operator.page.getByRole("status").getByText(t("admin:queue.done.accepted")).waitFor();
    await operator.looksRight();
    await operator.visit("/admin/audit");
    await operator.looksRight();

    const fan = await open(circumstances);
    await fan.visit(`/${creator.username}`);
    await giveAmount(fan, "5");
    await leaveWords(fan);
    await choosePayment(fan);
    await confirm(fan);
    await payWith(fan, "INETCASH_CC", "success");
    await thanked(fan, "Neu Hier");
  },
);
