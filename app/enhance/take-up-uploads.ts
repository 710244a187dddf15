/** Pictures that are cropped and files whose way shows, in a page or in a dialog that has just opened over it. */
export function takeUpUploads(place: ParentNode): void {
  if (place.querySelector("form[data-progress]"))
    void import("./upload-progress.ts").then(({ watchUploads }) => watchUploads(place));
  if (place.querySelector("[data-crop]")) void import("./crop.tsx").then(({ showCrops }) => showCrops(place));
}
