/** How far behind the station's clock friends are, from the link's query. Null: alone. */
export function togetherIn(search: string): number | null {
  const told = new URLSearchParams(search).get('together') ?? '';
  return /^\d{1,14}$/.test(told) ? Number(told) : null;
}
