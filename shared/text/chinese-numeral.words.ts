const DIGITS = '零一二三四五六七八九';
const PLACES = ['', '十', '百', '千'];
const GROUPS = ['', '萬', '億', '兆'];

/** 1 to 9999. Adjacent zeros between two digits are spoken once. */
function groupOf(value: number): string {
  let words = '';
  let isGap = false;
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit !== 0) words += (isGap ? '零' : '') + DIGITS.charAt(digit) + PLACES[place];
    isGap = digit === 0 && words !== '';
  }
  return words;
}

/** A whole number as Chinese writes it: 105 is 一百零五, 10 is 十 and not 一十. Throws a RangeError for anything else. */
export function chineseNumeral(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError('not a whole number');
  if (value < 0) return `負${chineseNumeral(-value)}`;
  if (value === 0) return '零';
  let words = '';
  for (let group = GROUPS.length - 1; group >= 0; group--) {
    const part = Math.floor(value / 10_000 ** group) % 10_000;
    if (part === 0) continue;
    const above = Math.floor(value / 10_000 ** (group + 1));
    const hasGap = above > 0 && (part < 1_000 || above % 10_000 === 0);
    words += (hasGap ? '零' : '') + groupOf(part) + GROUPS[group];
  }
  return words.startsWith('一十') ? words.slice(1) : words;
}
