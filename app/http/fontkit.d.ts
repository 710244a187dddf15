declare module "fontkit" {
  /** Opens a font; what pdfkit takes as one, open already. */
  export function create(bytes: Buffer): PDFKit.Mixins.PDFFontSource;
}
