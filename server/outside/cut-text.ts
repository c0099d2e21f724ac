const characters = new Intl.Segmenter('zh-HK', { granularity: 'grapheme' });

/**
 * The beginning of a text of any length, for a provider's field of at most `most` UTF-16 units. Cut between characters as a
 * reader sees them: half a surrogate pair is refused by some providers, and shown as a box by others.
 */
export function cutText(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  let end = 0;
  for (const { index, segment } of characters.segment(whole)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  // One letter below more accents than fit: rather less of it than an empty name.
  return end > 0 ? whole.slice(0, end) : whole.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
