import { fold, foldWithOrigin } from './folding.rules.ts';
import type { TextPart } from './search.schema.ts';
import { isGramLetter, type Chain } from './tokens.rules.ts';

const EXCERPT_CHARS = 84;
/** Characters shown before the first hit. */
const LEAD_CHARS = 18;
const ELLIPSIS = '…';
const ENDS_SENTENCE = /[。！？!?\n]/;

interface Range {
  start: number;
  end: number;
}

const isWordChar = (char: string | undefined) =>
  char !== undefined && /[\p{L}\p{N}]/u.test(char) && !isGramLetter(char);

/** Positions of chains in folded text. Latin words match only at the start of a word. */
function rangesOf(folded: string, chains: readonly Chain[]): Range[] {
  const ranges: Range[] = [];
  const add = (needle: string) => {
    if (!needle) return false;
    const before = ranges.length;
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
      if (isWordChar(needle[0]) && isWordChar(folded[at - 1])) continue;
      ranges.push({ start: at, end: at + needle.length });
    }
    return ranges.length > before;
  };
  for (const chain of chains) {
    // The whole run as typed; if it does not occur, the pairs it consists of.
    if (add(chain.join('')) || chain.length < 2) continue;
    const spaced = chain.some((unit) => !isGramLetter(unit)) && add(chain.join(' '));
    if (!spaced) chain.slice(1).forEach((unit, i) => add((chain[i] ?? '') + unit));
  }
  const inOrder = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const merged: Range[] = [];
  for (const range of inOrder) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

function cut(text: string, ranges: readonly Range[], from: number, to: number): TextPart[] {
  const parts: TextPart[] = [];
  const push = (start: number, end: number, hit: boolean) => {
    if (end > start) parts.push({ text: text.slice(start, end), hit });
  };
  let at = from;
  for (const { start, end } of ranges) {
    if (end <= at || start >= to) continue;
    push(at, Math.max(at, start), false);
    push(Math.max(at, start), Math.min(end, to), true);
    at = Math.min(end, to);
  }
  push(at, to, false);
  return parts;
}

/** Maps matches in the folded text to ranges of the original. */
function originalRanges(text: string, chains: readonly Chain[]): Range[] {
  const folded = foldWithOrigin(text);
  return rangesOf(folded.text, chains).map(({ start, end }) => {
    const from = folded.from[start] ?? 0;
    // The end is after the last original character of the hit, whatever it was folded to.
    const last = folded.from[end - 1] ?? from;
    return { start: from, end: last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) };
  });
}

/** A title with its matches marked. */
export function highlight(text: string, chains: readonly Chain[]): TextPart[] {
  return cut(text, originalRanges(text, chains), 0, text.length);
}

const isLowSurrogate = (text: string, at: number) => /[\udc00-\udfff]/.test(text[at] ?? '');

/** About a sentence of the body around the first hit, or its beginning. */
export function excerpt(body: string, chains: readonly Chain[]): TextPart[] {
  // Paragraphs are joined without spaces after full-width punctuation, which includes its own spacing.
  const text = body
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=[。，、：；？！」》）]) /g, '')
    .trim();
  const ranges = originalRanges(text, chains);
  const first = ranges[0]?.start ?? 0;
  let from = 0;
  if (first > LEAD_CHARS) {
    from = first - LEAD_CHARS;
    for (let at = first - 1; at >= from; at--) {
      if (ENDS_SENTENCE.test(text[at] ?? '')) {
        from = at + 1;
        break;
      }
    }
  }
  let to = Math.min(text.length, from + EXCERPT_CHARS);
  if (isLowSurrogate(text, from)) from++;
  if (isLowSurrogate(text, to)) to--;
  const parts = cut(text, ranges, from, to);
  if (from > 0) parts.unshift({ text: ELLIPSIS, hit: false });
  if (to < text.length) parts.push({ text: ELLIPSIS, hit: false });
  return parts;
}

/** Number of characters before the first hit. Null if there is none. */
export function lettersBefore(body: string, chains: readonly Chain[]): number | null {
  const [first] = originalRanges(body, chains);
  return first === undefined ? null : Array.from(body.slice(0, first.start)).length;
}

/** Folded text without anything but letters and digits, for comparing names. */
export function lettersOf(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}々]+/gu, '');
}
