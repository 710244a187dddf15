const CONTRAST_LEAST = 4.5;

export type Theme = "light" | "dark";

export const OWN_ACCENT = "#c8451b";

/** Each theme's surface with the least contrast to the accent. */
export const SURFACES = { light: "#f4f0ea", dark: "#232935" } as const;

const TEXTS_ON_BUTTON = ["#ffffff", "#12151b"] as const;
const STEPS = 100;

interface Channels {
  red: number;
  green: number;
  blue: number;
}

function channelsOf(hex: string): Channels {
  const all = Number.parseInt(hex.slice(1), 16);
  return { red: all >> 16, green: (all >> 8) & 255, blue: all & 255 };
}

export function mix(hex: string, other: string, share: number): string {
  const [one, two] = [channelsOf(hex), channelsOf(other)];
  const part = (name: keyof Channels) =>
    Math.trunc(one[name] + (two[name] - one[name]) * share + 0.5)
      .toString(16)
      .padStart(2, "0");
  return `#${part("red")}${part("green")}${part("blue")}`;
}

function luminance(hex: string): number {
  const { red, green, blue } = channelsOf(hex);
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export function isReadable(accent: string, theme: Theme): boolean {
  return contrast(accent, SURFACES[theme]) >= CONTRAST_LEAST;
}

/** The accent, or the nearest readable darker or lighter one. */
export function nearestReadable(accent: string, theme: Theme): string {
  const end = theme === "light" ? "#000000" : "#ffffff";
  for (let step = 0; step <= STEPS; step += 1) {
    const found = mix(accent, end, step / STEPS);
    if (isReadable(found, theme)) return found;
  }
  return end;
}

export function textOn(accent: string): string {
  const [light, dark] = TEXTS_ON_BUTTON;
  return contrast(accent, light) >= contrast(accent, dark) ? light : dark;
}
