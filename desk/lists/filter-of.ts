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
