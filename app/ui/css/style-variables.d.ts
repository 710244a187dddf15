import "react";

/** Custom properties that markup sets. */
declare module "react" {
  interface CSSProperties {
    "--hue"?: number | string;
    "--event"?: string | null;
  }
}
