import type { StripeAccounts } from "./stripe-accounts.ts";
import { amountOf, currencyOf, type Page } from "./stripe-shapes.ts";
import type { StripeBooks } from "./stripe-state.ts";

const VISITS = ["paid", "declined", "under_way"] as const;

/** The page that a fan pays on, without a line of script: a button for every ending. */
export async function paymentPage(books: StripeBooks, id: string, request: Request): Promise<Response> {
  if (books.setUps.has(id) && request.method === "POST") {
    const { form } = books.enter(id);
    return new Response(null, { status: 303, headers: { Location: form.success_url } });
  }
  if (!books.pages.has(id)) return html(404, "en", "<h1>Nothing is here</h1>");
  const page = books.page(id);
  if (request.method !== "POST") return html(200, page.form.locale, form(page, ""));
  const pressed = new URLSearchParams(await request.text()).get("how");
  const how = VISITS.find((each) => each === pressed);
  if (!how) return html(400, page.form.locale, form(page, ""));
  const outcome = books.visit(id, how);
  if (outcome === "declined") return html(200, page.form.locale, form(page, "<p>It was declined.</p>"));
  const location = outcome === "success" ? page.form.success_url : page.form.cancel_url;
  return new Response(null, { status: 303, headers: { Location: location } });
}

function form(page: Page, news: string): string {
  const { description } = page.form.payment_intent_data;
  const sum = `${amountOf(page)} ${currencyOf(page)}`;
  const isCard = page.form.allowed_payment_method_types.includes("card");
  const buttons = VISITS.filter((how) => how !== "under_way" || !isCard)
    .map((how) => `<button name="how" value="${how}">${how}</button>`)
    .join(" ");
  const back = `<a href="${escapeHtml(page.form.cancel_url)}">Back</a>`;
  return page.status === "open"
    ? `<h1>${escapeHtml(description)}: ${sum}</h1>${news}<form method="post">${buttons}</form>${back}`
    : `<h1>This page is over</h1>${back}`;
}

/** Stripe's questions to a creator, without a line of script: they are answered, or left for later. */
export async function onboardingPage(
  accounts: StripeAccounts,
  id: string,
  request: Request,
): Promise<Response> {
  const buttons = ["finish", "leave"].map((how) => `<button name="how" value="${how}">${how}</button>`);
  const asked = `<h1>Tell us about yourself</h1><form method="post">${buttons.join(" ")}</form>`;
  if (request.method !== "POST" && accounts.hasLink(id)) return html(200, "en", asked);
  const pressed = new URLSearchParams(await request.text()).get("how");
  const location = accounts.followLink(id, pressed === "finish" ? "finish" : "leave");
  return new Response(null, { status: 303, headers: { Location: location } });
}

function html(status: number, lang: string, body: string): Response {
  const whole = `<!doctype html><html lang="${lang}"><title>Pay</title><main>${body}</main></html>`;
  return new Response(whole, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
