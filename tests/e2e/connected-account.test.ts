import { describe, expect, test } from "vitest";
import { TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { records } from "../support/database/records.ts";
import { PASSWORD, signInCreator } from "../support/http/signed-in.ts";

const brand = "Sandpay";
const PAGE = "/account/payoutdata";

/** Over the provider's page and back, by one of its buttons. */
async function decide({ page, t }: Visitor, button: string, act: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.waitForURL("**/sandbox/connect/*");
  await page.getByRole("button", { name: act }).click();
  await page.waitForURL(`**${PAGE}`);
  await page.getByRole("heading", { name: t("connected:title") }).waitFor();
}

describe.for(TWO_WAYS)("an account at the provider, script $script, $locale, $width px", (circumstances) => {
  test("a creator connects, a requirement comes due and is met, the account is restricted, and is disconnected", async () => {
    const creator = await signInCreator("ACTIVE", circumstances.locale);
    await records()
      .updateTable("users")
      .set({ money_model: "DIRECT" })
      .where("id", "=", creator.id)
      .execute();
    const visitor = await openSignedIn(circumstances, creator, PAGE);
    const { page, t } = visitor;
    const says = async (text: string | RegExp) => {
      await page.getByText(text).first().waitFor();
      await visitor.looksRight();
    };
    visitor.expectStatus(422);
    await says(t("connected:state.NOT_CONNECTED", { brand }));

    await page.getByLabel(t("connected:disconnect.password")).fill(PASSWORD);
    await page.getByRole("button", { name: t("connected:connect", { brand }) }).click();
    await page.waitForURL("**/sandbox/connect/*");
    const provider = page.url();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("sandbox:connect.leave") }).click();
    await page.waitForURL(`**${PAGE}`);
    await says(t("connected:state.INCOMPLETE", { brand }));
    expect(await page.locator("dl").first().innerText()).toContain(t("connected:due.bank"));
    await page.goto(provider);
    await page.waitForURL(`**${PAGE}`);
    await says(t("connected:expired", { brand }));

    const goOn = t("connected:goOn", { brand });
    await decide(visitor, goOn, t("sandbox:connect.review"));
    await says(t("connected:state.REVIEWED_BY_PROVIDER", { brand }));
    const see = t("connected:see", { brand });
    await decide(visitor, see, t("sandbox:connect.finish"));
    await says(t("connected:state.READY", { brand }));
    await decide(visitor, see, t("sandbox:connect.due"));
    await says(/20\d\d/);
    expect(await page.locator("dl").first().innerText()).toContain(t("connected:due.id_document"));
    await decide(visitor, goOn, t("sandbox:connect.finish"));
    await says(t("connected:state.READY", { brand }));
    await decide(visitor, see, t("sandbox:connect.restrict"));
    await says(t("connected:reason.past_due"));

    await page.getByText(t("connected:disconnect.title"), { exact: true }).click();
    const password = page.getByLabel(t("connected:disconnect.password"));
    const disconnect = page.getByRole("button", { name: t("connected:disconnect.go") });
    await password.fill("not my password");
    await disconnect.click();
    await page.getByRole("alert").getByText(t("errors:password.wrong")).waitFor();
    await visitor.looksRight();
    await password.fill(PASSWORD);
    await disconnect.click();
    await says(t("connected:disconnect.done", { brand }));
    await says(t("connected:state.DISCONNECTED"));
  });
});
