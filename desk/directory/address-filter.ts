/** The named filters of an address that have a value. */
export function addressFilter<Name extends string>(url: string, names: readonly Name[]): Partial<Record<Name, string>> {
  const given = new URL(url).searchParams;
  const filter: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = given.get(name)?.trim();
    if (value) filter[name] = value;
  }
  return filter;
}
