export function named<Value extends string>(
  values: readonly Value[],
  value: string,
  nameOf: (known: Value) => string,
): string {
  const known = values.find((each) => each === value);
  return known === undefined ? value : nameOf(known);
}
