/** Acts on all members at the same time. */
export async function all<In, Out>(
  members: readonly In[],
  act: (member: In, index: number) => Promise<Out>,
): Promise<Out[]> {
  return await Promise.all(members.map(act));
}

/** 0, 1, 2 and so on: so many things. */
export const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
