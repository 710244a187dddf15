/** fontkit also accepts features to disable. */
declare namespace PDFKit.Mixins {
  interface PDFText {
    text(text: string, x: number, y: number, options: LaidOut): this;
    widthOfString(text: string, options: LaidOut): number;
  }
  interface LaidOut extends Omit<TextOptions, "features"> {
    features: OpenTypeFeatures[] | Readonly<Record<string, false>>;
  }
}

declare module "bidi-js" {
  interface Bidi {
    getEmbeddingLevels(text: string, direction: "ltr" | "rtl"): { levels: Uint8Array };
    getMirroredCharacter(sign: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
