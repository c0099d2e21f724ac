/** How far behind the station's clock friends are, as their link says it: for who comes by one. Null: alone. */
export function togetherIn(search: string): number | null {
  const told = new URLSearchParams(search).get('together') ?? '';
  return /^\d{1,14}$/.test(told) ? Number(told) : null;
}
