/** The filled fields of an address, so that a view can be sent to a colleague. */
export function filterOf<Name extends string>(url: string, names: readonly Name[]): Partial<Record<Name, string>> {
  const given = new URL(url).searchParams;
  const filter: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = given.get(name)?.trim();
    if (value) filter[name] = value;
  }
  return filter;
}

/** A filter as the query of a view, without the position in the list. */
export function viewQueryOf(filter: Readonly<Record<string, string | undefined>>): string {
  const kept = Object.entries(filter).filter(
    (part): part is [string, string] => part[1] !== undefined && part[0] !== 'before' && part[0] !== 'after',
  );
  return new URLSearchParams(kept).toString();
}
