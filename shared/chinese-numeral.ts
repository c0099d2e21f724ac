const DIGITS = '零一二三四五六七八九';
const PLACES = ['', '十', '百', '千'];
const GROUPS = ['', '萬', '億', '兆', '京'];

/** Up to four figures, without the empty places before the first. */
function groupWords(group: number): string {
  const figures = Array.from(String(group), Number);
  let words = '';
  let isGap = false;
  figures.forEach((figure, at) => {
    if (figure === 0) {
      isGap = words !== '';
      return;
    }
    words += (isGap ? DIGITS[0] : '') + (DIGITS[figure] ?? '') + (PLACES[figures.length - 1 - at] ?? '');
    isGap = false;
  });
  return words;
}

/** A whole number as Chinese is written: 105 is 一百零五, 11 is 十一. Anything else is refused. */
export function chineseNumeral(number: number): string {
  if (!Number.isSafeInteger(number)) throw new RangeError('whole numbers only');
  if (number < 0) return `負${chineseNumeral(-number)}`;
  if (number === 0) return DIGITS.slice(0, 1);
  let words = '';
  let rest = number;
  let isGap = false;
  for (let at = 0; rest > 0; at++, rest = Math.floor(rest / 10_000)) {
    const group = rest % 10_000;
    if (group > 0) words = groupWords(group) + (GROUPS[at] ?? '') + (isGap && words ? DIGITS.slice(0, 1) : '') + words;
    // 一萬零五十: a group that does not fill its four figures leaves a gap after the one before it.
    isGap = group < 1_000;
  }
  return words.replace(/^一十/, '十');
}
