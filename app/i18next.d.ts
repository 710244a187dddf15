import "i18next";
import type en from "../locales/en/index.ts";
import type { AllNumbers } from "../locales/server-numbers.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof en;
    defaultVariables: { brand: string; short_brand: string; rule: AllNumbers };
  }
}
