/** Text a spreadsheet interprets as a formula, also after blanks or with full-width signs, which some accept. */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;

/** A line of CSV (RFC 4180). Cells that look like formulas are escaped as text. */
export function csvLine(values: readonly unknown[]): string {
  const cells = values.map((value) => {
    if (value === null || value === undefined) return '';
    if (value instanceof Date) return value.toISOString();
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(',')}\r\n`;
}
