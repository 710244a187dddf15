/** Shows what its line names, and reports what was shown to its end (docs/product.md, 5.15). */

interface Look {
  design: string;
  accent: string;
  on_accent: string;
  seconds: number;
  css: string;
  lang: string;
  sound: string | number | null;
}

interface Alert {
  id: string;
  amount: string;
  title: string;
  words: string;
  has_image: boolean;
}

const root = document.documentElement;
const kind = root.dataset.kind ?? "alerts";
const base = `/overlay/${location.pathname.split("/")[2]}`;
const stage = document.querySelector<HTMLElement>("#stage") ?? document.body;
const source = newId();

/** `crypto.randomUUID` is missing without https. */
function newId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const KEPT = "overlay-shown";
const KEPT_MAXIMUM = 200;

function readShown(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

const shown = new Set(readShown());

function keepShown(id: string): void {
  shown.add(id);
  try {
    localStorage.setItem(KEPT, JSON.stringify([...shown].slice(-KEPT_MAXIMUM)));
  } catch {
    // Without storage a restart may show the last one again.
  }
}

let look: Look | null = null;
let current: Alert | null = null;
let onScreen: string | null = null;
let said = "";
let leads = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let again: ReturnType<typeof setTimeout> | undefined;
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

const OUT_MS = 400;
const AGAIN_MS = 2_000;

function element(name: string, text: string, tag = "p"): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  // Words may be long, and in any direction.
  made.dir = "auto";
  made.textContent = text;
  return made;
}

function applyLook(next: Look): void {
  const isFirst = look === null;
  look = next;
  root.dataset.design = next.design.toLowerCase();
  root.lang = next.lang;
  root.style.setProperty("--accent", next.accent);
  root.style.setProperty("--on-accent", next.on_accent);
  sheet.replaceSync(next.css);
  if (!isFirst && kind === "preview" && current) show(current);
}

function show(alert: Alert): void {
  clearTimeout(timer);
  const isNew = onScreen !== alert.id;
  onScreen = alert.id;
  said = JSON.stringify(alert);
  const card = element("alert", "", "article");
  if (alert.has_image) {
    const picture = document.createElement("img");
    picture.className = "picture";
    picture.alt = "";
    picture.src = `${base}/pictures/${alert.id.split(".")[0]}`;
    card.append(picture);
  }
  const text = element("text", "", "div");
  text.append(element("title", alert.title, "h1"), element("amount", alert.amount));
  if (alert.words) text.append(element("words", alert.words));
  card.append(text);
  stage.replaceChildren(card);
  if (kind === "preview") return;
  if (isNew) play();
  const ms = (look?.seconds ?? 1) * 1000;
  timer = setTimeout(() => hide(() => finish(alert.id)), Math.max(0, ms - OUT_MS));
}

/** `done` follows once it left. */
function hide(done: () => void): void {
  clearTimeout(timer);
  stage.firstElementChild?.classList.add("leaving");
  timer = setTimeout(() => {
    stage.replaceChildren();
    onScreen = null;
    done();
  }, OUT_MS);
}

function finish(id: string): void {
  keepShown(id);
  void settle();
}

/** Only the leading page moves the queue. */
async function settle(): Promise<void> {
  clearTimeout(again);
  const alert = current;
  if (!leads || alert === null || !shown.has(alert.id)) return;
  try {
    const body = new URLSearchParams({ alert: alert.id, source });
    const { status } = await fetch(`${base}/shown`, { method: "POST", body, cache: "no-store" });
    if (status === 409) leads = false;
    // The line says what comes next.
    if (status === 204 || status === 409 || status === 404) return;
  } catch {
    // The line is cut.
  }
  again = setTimeout(settle, AGAIN_MS);
}

function receive(alert: Alert): void {
  current = alert;
  if (shown.has(alert.id)) void settle();
  else if (onScreen !== alert.id || said !== JSON.stringify(alert)) show(alert);
}

function play(): void {
  const sound = look?.sound ?? null;
  if (sound === null) return;
  if (sound === "chime") chime();
  else new Audio(`${base}/sound?${sound}`).play().catch(() => undefined);
}

/** Two notes, a third apart. */
function chime(): void {
  const audio = new AudioContext();
  for (const [at, pitch] of [659.25, 830.61].entries()) {
    const [tone, volume, from] = [
      audio.createOscillator(),
      audio.createGain(),
      audio.currentTime + at * 0.14,
    ];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.25, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.9);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 1);
    tone.onended = () => at === 1 && void audio.close();
  }
}

interface Goal {
  title: string;
  percent: number;
  sum: string;
}

function drawGoal(goal: Goal | null): void {
  const card = element("goal", "", "section");
  if (goal) {
    const bar = element("bar", "", "div");
    const part = element("part", "", "div");
    part.style.width = `${goal.percent}%`;
    bar.append(part);
    card.append(element("title", goal.title, "h1"), bar, element("sum", goal.sum));
  }
  stage.replaceChildren(...(goal ? [card] : []));
}

interface Supporters {
  title: string;
  fans: { name: string; amount: string }[];
}

function drawSupporters({ title, fans }: Supporters): void {
  const list = element("fans", "", "ol");
  for (const { name, amount } of fans) {
    const fan = element("fan", "", "li");
    fan.append(element("name", name, "span"), element("amount", amount, "span"));
    list.append(fan);
  }
  const card = element("supporters", "", "section");
  card.append(element("title", title, "h1"), list);
  stage.replaceChildren(...(fans.length > 0 ? [card] : []));
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** Three beats of the server. */
const SILENCE_MS = 45_000;
let waitMs = FIRST_WAIT_MS;
let silence: ReturnType<typeof setTimeout> | undefined;

function connect(): void {
  const line = new EventSource(`${base}/events?kind=${kind}&source=${source}`);
  const reconnect = () => {
    clearTimeout(silence);
    line.close();
    setTimeout(connect, waitMs);
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
  };
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(reconnect, SILENCE_MS);
  };
  const on = <Data>(name: string, act: (data: Data) => void) =>
    line.addEventListener(name, ({ data }: MessageEvent<string>) => {
      alive();
      act(JSON.parse(data || "null"));
    });
  line.onopen = () => {
    waitMs = FIRST_WAIT_MS;
    alive();
  };
  line.onerror = () => {
    // A refused line does not reconnect by itself.
    if (line.readyState === EventSource.CLOSED) reconnect();
  };
  on("beat", () => undefined);
  on("look", applyLook);
  on<{ leads: boolean }>("role", (role) => {
    leads = role.leads;
    root.dataset.leads = String(leads);
    void settle();
  });
  on("alert", receive);
  on<{ but?: Alert }>("clear", ({ but }) => {
    if (but !== undefined && but.id === current?.id) {
      if (onScreen === but.id) receive(but);
      return;
    }
    current = null;
    if (onScreen !== null) hide(() => undefined);
  });
  on("goal", drawGoal);
  on("supporters", drawSupporters);
}

connect();
