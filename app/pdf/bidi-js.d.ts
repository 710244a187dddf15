declare module "bidi-js" {
  interface Bidi {
    getEmbeddingLevels(text: string, direction: "ltr" | "rtl"): { levels: Uint8Array };
    getMirroredCharacter(sign: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
