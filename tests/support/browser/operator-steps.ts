import { makeOperator, PASSWORD } from "../http/signed-in.ts";
import { type Circumstances, open, type Visitor } from "./browser.ts";
import { tryLogin } from "./creator-steps.ts";

/** A new operator in a window, signed in with both factors. */
export async function operatorAt(
  circumstances: Circumstances,
): Promise<Visitor & { operator: Awaited<ReturnType<typeof makeOperator>> }> {
  const visitor = await open(circumstances);
  const { page, t } = visitor;
  const operator = await makeOperator();
  // The script of a guest's page asks for a viewer, and there is none (docs/product.md, 9.7).
  visitor.expectStatus(401);
  await visitor.visit("/login");
  await tryLogin(visitor, operator.email, PASSWORD);
  await page.getByLabel(t("account:factor.code")).fill(operator.code());
  await page.getByRole("button", { name: t("auth:login.go") }).click();
  await page.waitForURL("**/admin");
  return { ...visitor, operator };
}
