/** A number in the journal as it is written: unique with its month, and as long as all others so that it sorts. */
export function documentNumber(month: string, number: number): string {
  return `${month}-${String(number).padStart(7, "0")}`;
}
