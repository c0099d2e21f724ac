/** The order that an address names; null on the server, where the page is everybody's, and where it names none. */
export function orderOf(): number | null {
  if (typeof window === 'undefined') return null;
  const given = new URLSearchParams(window.location.search).get('order') ?? '';
  return /^[1-9]\d{0,9}$/.test(given) ? Number(given) : null;
}
