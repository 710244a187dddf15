import { z } from "zod";

const line = (demo: string) => z.string().trim().min(1).max(300).default(demo);

/** With demo values; a live product needs its own (live-settings.server.ts). */
export const operatorSettings = {
  OPERATOR_NAME: line("Tribute Demo GmbH").meta({
    description: "Company that runs the product, for the imprint. Live mode needs yours.",
  }),
  OPERATOR_ADDRESS: line("Beispielstraße 1, 10115 Berlin, Germany").meta({
    description: "Its address. Live mode needs yours.",
  }),
  OPERATOR_REGISTER: line("Amtsgericht Charlottenburg, HRB 000000").meta({
    description: "Its register entry. Live mode needs yours.",
  }),
  OPERATOR_VAT_ID: line("DE000000000").meta({ description: "Its VAT id. Live mode needs yours." }),
  OPERATOR_RESPONSIBLE: line("Erika Mustermann, Beispielstraße 1, 10115 Berlin").meta({
    description: "Person responsible for content. Live mode needs yours.",
  }),
  OPERATOR_DATA_PROTECTION: line("Max Mustermann, privacy@tribute.example").meta({
    description: "Contact for data protection. Live mode needs yours.",
  }),
  OPERATOR_AUTHORITY: line(
    "Berliner Beauftragte für Datenschutz und Informationsfreiheit, Alt-Moabit 59–61, 10555 Berlin",
  ).meta({ description: "Data protection authority. Live mode needs yours." }),
  OPERATOR_SUPERVISION: line("Bezirksamt Mitte von Berlin, Ordnungsamt, 13341 Berlin").meta({
    description:
      "Authority that supervises the service, as the law of services and of accessibility asks. Live mode needs yours.",
  }),
  OPERATOR_PROCESSORS: z
    .string()
    .default("Beispiel-Hosting GmbH, Berlin=Hosting")
    .transform((list, context) =>
      list
        .split(";")
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map((entry) => {
          const [who = "", ...purpose] = entry.split("=").map((part) => part.trim());
          if (who === "" || purpose.join("=") === "")
            context.addIssue(`"${entry}" is not "Company, place=what for"`);
          return { who, purpose: purpose.join("=") };
        }),
    )
    .meta({
      fallback: "`Beispiel-Hosting GmbH, Berlin=Hosting`",
      description:
        "Companies that work for the operator: `Company, place=purpose`, separated by semicolons. The privacy page names them beside the payment providers, the mail server and the storage. Live mode needs yours.",
    }),
};

/** Required in live mode, where the examples are invalid. */
export const OPERATOR_SETTINGS: readonly string[] = Object.keys(operatorSettings);

/** Real authorities, which a live product may share with the demo. */
const REAL = ["OPERATOR_AUTHORITY", "OPERATOR_SUPERVISION"];

/** The demo person or company in a setting, in any spelling; null for none. */
export function demoNameIn(setting: string, value: string): string | null {
  if (REAL.includes(setting)) return null;
  const typed = folded(value);
  return DEMO_NAMES.find((name) => typed.includes(folded(name))) ?? null;
}

/** One of these marks a value as the demo's. */
const DEMO_NAMES = [
  ...["Tribute Demo GmbH", "Beispielstraße 1, 10115 Berlin", "HRB 000000", "DE000000000"],
  ...["Erika Mustermann", "Max Mustermann", "privacy@tribute.example", "Beispiel-Hosting GmbH"],
];

const folded = (text: string) => text.toLowerCase().replace(/[\s,;]+/g, " ");
