/** Whether `whole` has every property of `part`, with the same value. */
export function hasSame<P extends object>(whole: P, part: Partial<P>): boolean {
  return (Object.keys(part) as (keyof P)[]).every((key) => whole[key] === part[key]);
}
