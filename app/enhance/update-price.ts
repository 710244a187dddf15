import { whenShown } from "./when-shown.ts";

/** The parts of the payment step that depend on country and currency. */
const PARTS = ["price", "ways", "total"];

/** Another country or currency shows its price and its ways to pay at once; the button for it is not needed then. */
function updatePrice(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-update]");
  const form = button?.form;
  if (!button || !form) return;
  const selects = [...form.querySelectorAll("select")];
  /** What the page's price is for: at first what the server chose. */
  let shown = selects.map(({ options }) => [...options].find((each) => each.defaultSelected)?.value).join();
  let asked = "";
  const update = async () => {
    const wanted = selects.map(({ value }) => value).join();
    asked = wanted;
    if (wanted === shown) return;
    const body = new URLSearchParams({ step: "update" });
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    try {
      const response = await fetch(form.action, { method: "POST", body });
      if (!response.ok) throw new Error(String(response.status));
      // Its style sheet is not taken over, and our policy would complain about another one than our own.
      const html = (await response.text()).replace(/<style>.*?<\/style>/s, "");
      const page = new DOMParser().parseFromString(html, "text/html");
      // Another answer is under way, and this one is about what is no longer chosen.
      if (wanted !== asked) return;
      const type = new FormData(form).get("type");
      for (const id of PARTS) {
        const fresh = page.getElementById(id);
        if (fresh) document.getElementById(id)?.replaceWith(fresh);
      }
      shown = wanted;
      button.hidden = true;
      // What was chosen meanwhile stays chosen, if it is still on offer.
      const chosen = form.querySelector<HTMLInputElement>(`[name="type"][value="${type}"]`);
      if (chosen) chosen.checked = true;
    } catch {
      button.hidden = false;
    }
  };
  button.hidden = true;
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) void update();
  });
  whenShown(() => void update());
}

updatePrice();
