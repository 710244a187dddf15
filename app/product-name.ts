/** Name of the software, also under an operator's brand. */
export const ORIGIN = "Tribute";
