export type { PictureBudget } from "./decoded-picture.server.ts";
export {
  deleteDocument,
  documentKey,
  readDocument,
  readEncryptedDocument,
  replaceEncryptedDocument,
  storeDocument,
} from "./documents.server.ts";
export {
  type DrawnRendition,
  deleteImage,
  drawSmaller,
  eraseMedia,
  type ImageFormat,
  type MediaKey,
  type MediaVariant,
  pictureKeys,
  readImage,
  renditionsOf,
  type StoreImageOutcome,
  storeImage,
  storeRenditions,
} from "./pictures.server.ts";
export { drawSharePreview, readyPreview } from "./share-preview.server.ts";
export { PICTURE_USES, sweepUnusedPictures } from "./sweep.server.ts";
