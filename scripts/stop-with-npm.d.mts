/** Stops this process when the npm that runs it is stopped. */
export function stopWithNpm(): void;
