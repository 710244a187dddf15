import "react";

/** The variables that a page's markup gives to its CSS. */
declare module "react" {
  interface CSSProperties {
    "--hue"?: number | string;
    "--event"?: string | null;
  }
}
