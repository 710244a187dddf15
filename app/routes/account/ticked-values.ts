export function tickedValues(settings: object): Record<string, string> {
  const said = Object.entries(settings).map(([name, value]): [string, unknown] => [
    name,
    value === true ? "on" : value,
  ]);
  return Object.fromEntries(said.filter((each): each is [string, string] => typeof each[1] === "string"));
}
