export const ORIGIN = "Tribute";
