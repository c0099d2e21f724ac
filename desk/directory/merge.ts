export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Rebases an edit on what another person has saved. Fields that only one of the two changed are taken from that one;
 * those that both changed, to different values, are in conflict: the edit keeps its own until a person chooses.
 */
export function mergeEdit<Fields extends object>(
  original: Fields,
  mine: Fields,
  theirs: Fields,
): { fields: Fields; conflicts: (keyof Fields & string)[] } {
  const fields = { ...mine };
  const conflicts: (keyof Fields & string)[] = [];
  for (const name of Object.keys(theirs) as (keyof Fields & string)[]) {
    if (isSame(original[name], theirs[name]) || isSame(mine[name], theirs[name])) continue;
    if (isSame(original[name], mine[name])) fields[name] = theirs[name];
    else conflicts.push(name);
  }
  return { fields, conflicts };
}
