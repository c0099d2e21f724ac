/** Advertising for search is shown for a publisher that is one, and a query that is not empty (rules of validation). */
export function showsAdForSearch(publisherId: string, query: string): boolean {
  return /^pub-[0-9]{16}$/.test(publisherId) && query.trim() !== '';
}
