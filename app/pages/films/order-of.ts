/** The order in the URL; null on the server, where the page is the same for everyone, and if there is none. */
export function orderOf(): number | null {
  if (typeof window === 'undefined') return null;
  const given = new URLSearchParams(window.location.search).get('order') ?? '';
  return /^[1-9]\d{0,9}$/.test(given) ? Number(given) : null;
}
