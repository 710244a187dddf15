// node look.mjs BASE OUT width locale theme js(1|0) email|- path...
import { chromium } from "playwright-core";
const [base, out, width, locale, theme, js, email, ...paths] = process.argv.slice(2);
import { existsSync, mkdirSync } from "node:fs";
mkdirSync(out, { recursive: true });
const exe = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);
const browser = await chromium.launch({ executablePath: exe, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: +width, height: +width < 600 ? 740 : 900 }, javaScriptEnabled: js === "1", locale: locale === "de" ? "de-DE" : "en-GB", colorScheme: theme });
const page = await context.newPage();
if (email !== "-") {
  await page.goto(base + "/login");
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", "thank-you-note");
  await page.click("main button[type=submit]");
  await page.waitForLoadState();
  if (page.url().includes("/login/code")) {
    const p2 = await context.newPage();
    await p2.goto(base + "/dev/mail");
    const text = await p2.textContent("body");
    const near = text.slice(text.indexOf(email));
    const code = near.match(/\b(\d{6}|\d{3} \d{3})\b/)[0].replace(" ", "");
    await p2.close();
    await page.fill("input[name=code]", code);
    await page.click("main button[type=submit]");
    await page.waitForLoadState();
  }
}
let n = 0;
for (const path of paths) {
  await page.goto(base + path);
  await page.waitForTimeout(300);
  const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth).catch(() => "?");
  const file = `${out}/${String(++n).padStart(2, "0")}-${width}-${locale}-${theme}.png`;
  await page.screenshot({ path: file, fullPage: true });
  console.log(file, path, page.url().replace(base, ""), "overflow", over);
}
await browser.close();
