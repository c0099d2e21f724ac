/** Page numbers, with null for gaps: 1 … 4 5 6 … 30. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, last])].filter((n) => n >= 1 && n <= last);
  return shown
    .toSorted((a, b) => a - b)
    .flatMap((n, i, all) => {
      const before = all[i - 1];
      if (before === undefined || n - before === 1) return [n];
      // A gap of one is replaced by its number.
      return n - before === 2 ? [n - 1, n] : [null, n];
    });
}
