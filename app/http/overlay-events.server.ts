import type { Services } from "../context.ts";
import { formatAmount } from "../domain/money/minor.ts";
import { type AlertWords, listShownFans, type Screen } from "../domain/overlay/screens.server.ts";
import { OWN_ACCENT, textOn } from "../domain/settings/accent.ts";
import { findProfileById } from "../domain/users/profile.server.ts";
import { textsIn } from "./i18n.server.ts";
import type { SourceKind } from "./overlay-source.ts";

export interface OverlayEvent {
  name: "look" | "role" | "alert" | "clear" | "goal" | "supporters";
  id: string | null;
  /** JSON, so without line breaks. */
  text: string;
}

type Parts = Pick<Services, "db" | "clock" | "settings">;

const event = (name: OverlayEvent["name"], data: unknown, id: string | null = null): OverlayEvent => ({
  name,
  id,
  text: JSON.stringify(data),
});

/** Per call, so that a creator's widgets are read once. */
export function overlayEvents(services: Parts) {
  const read = new Map<string, Promise<OverlayEvent>>();
  const once = (kind: string, make: () => Promise<OverlayEvent>) => {
    const made = read.get(kind) ?? make();
    read.set(kind, made);
    return made;
  };
  return async ({ id, kind }: { id: string; kind: SourceKind }, screen: Screen): Promise<OverlayEvent[]> => {
    const look = lookOf(services, screen);
    if (kind === "goal") return [look, await once(kind, () => goalOf(services, screen))];
    if (kind === "supporters") return [look, await once(kind, () => supportersOf(services, screen))];
    if (kind === "preview")
      return [look, event("alert", { id: SAMPLE, ...sampleWords(services, screen) }, SAMPLE)];
    return [look, event("role", { leads: screen.lead_id === id }), ...alertOf(services, screen)];
  };
}

function lookOf({ settings }: Parts, screen: Screen): OverlayEvent {
  const accent = screen.accent ?? settings.current().brand.accent_light ?? OWN_ACCENT;
  const isOwn = screen.sound === "OWN" && screen.sound_at !== null;
  return event("look", {
    ...{ design: screen.design, accent, on_accent: textOn(accent), seconds: screen.shown_seconds },
    ...{ css: screen.own_css ?? "", lang: screen.locale },
    sound: screen.sound === "NONE" ? null : isOwn ? (screen.sound_at?.getTime() ?? 0) : "chime",
  });
}

/** A paused overlay shows its alert to its end. */
function alertOf(services: Parts, screen: Screen): OverlayEvent[] {
  const { alert, is_paused } = screen;
  if (alert === null) return [event("clear", {})];
  const id = `${alert.id}.${alert.turn}`;
  const words =
    alert.words === null ? sampleWords(services, screen) : shownWords(services, screen, alert.words);
  const next = { id, ...words };
  return [is_paused ? event("clear", { but: next }) : event("alert", next, id)];
}

/** A test's words, and a preview's. */
function sampleWords(services: Parts, screen: Screen) {
  const t = textsIn(screen.locale, "overlay", services.settings.current());
  return shownWords(services, screen, {
    ...{ currency: screen.currency, amount_minor: SAMPLE_MINOR, has_image: false },
    ...{ sender_name: t("sample.name"), message: t("sample.words") },
  });
}

const SAMPLE = "sample.1";
const SAMPLE_MINOR = 500;

function shownWords(
  { settings }: Parts,
  { locale }: Screen,
  {
    currency,
    amount_minor,
    sender_name,
    message,
    has_image,
  }: Omit<AlertWords, "amount_minor" | "item_name"> & { amount_minor: number },
) {
  const t = textsIn(locale, "overlay", settings.current());
  return {
    amount: formatAmount(amount_minor, currency, locale, true),
    title: sender_name === null ? t("unnamed") : t("named", { name: sender_name }),
    words: message ?? "",
    has_image,
  };
}

async function goalOf({ db, clock, settings }: Parts, { user_id, locale }: Screen): Promise<OverlayEvent> {
  const profile = await findProfileById(db, user_id, clock());
  if (!profile?.goal) return event("goal", null);
  const { title, amount_minor, reached_minor, is_monthly } = profile.goal;
  const money = (sum: number) => formatAmount(sum, profile.currency, locale, true);
  const t = textsIn(locale, "tip", settings.current());
  return event("goal", {
    title,
    percent: Math.min(100, Math.trunc((reached_minor * 100) / amount_minor)),
    sum: t(is_monthly ? "goal.monthly" : "goal.sum", {
      reached: money(reached_minor),
      amount: money(amount_minor),
    }),
  });
}

async function supportersOf({ db, settings }: Parts, { user_id, locale }: Screen): Promise<OverlayEvent> {
  const t = textsIn(locale, "overlay", settings.current());
  const fans = await listShownFans(db, user_id);
  return event("supporters", {
    title: t("lastSupporters"),
    fans: fans.map(({ sender_name, currency, amount_minor }) => ({
      name: sender_name ?? t("noName"),
      amount: formatAmount(amount_minor, currency, locale, true),
    })),
  });
}
