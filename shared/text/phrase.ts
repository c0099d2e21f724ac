import { BREAK } from './break-mark.ts';
import { HOUSE_WORDS } from './house-words.ts';

const UNITS = '億萬度點元歲日月周分秒小公人間戶款集節個首位次倍部年';
const STARTS_WITH_UNIT =
  /^(億|萬|度|點|元|歲|日|月|周|分|秒|小時|公里|人|間|戶|款|集|節|個|首|位|次|倍|折|部|年|號|巷|樓)/;
const CLINGS_TO_LEFT =
  /^[嘅咗吖呀啦喇囉哋的了嗎呢個人們度緊晒者過返埋落前後時室處山器站署局會院路街灣坊邨車隧客量員率額費節力隊區班課股道展係]$|^(之後|之前|嗰陣|嗰日|以外|以來|時候)$/;
const CLINGS_TO_RIGHT =
  /^[第兩一三最唔冇好不未再先都也又由到至逾約近每該各本新老大小舊往去擬被把將與和及同比如令使為於在從向自以可須要應仍今咁仲畀俾有真推襲壞涉因爆作吹就食寫喺料籲請]$/;
const ENDS_IN_NUMBER = /[\d〇一二三四五六七八九十百千萬廿兩幾半]$/;
/** Words that must stay on a line with the figure that follows. */
const HOLDS_FIGURE = /[至到達逾約近第呢嗰每共得賣升跌需餘上下過]$/;
const HAN = /[\u3400-\u9fff]/;

/** A run of single characters is usually a name unknown to the segmenter; only longer runs may break. */
const MAX_LOOSE = 3;

/** A short title of a song or film stays on one line. */
const SHORT_WORK = /^《[^《》]{1,8}》/;
const MAX_WORK = 10;
/** A time of day in words is one word: a line that ends within it reads as 一點, a little. */
const CLOCK =
  /^(?:(?:凌晨|清晨|朝早|上晝|上午|中午|晏晝|下晝|下午|傍晚|夜晚|晚上|半夜)[一二兩三四五六七八九十]{1,2}[點時](?:正|半|[一二三]刻|[一二三四五六七八九十]{1,3}分)?|零時(?:半|[一二三四五六七八九十]{1,3}分))/;
const MAX_CLOCK = 9;

/** Words that the general segmenter splits wrongly. */
const houseWords = new Set(HOUSE_WORDS);
const longest = Math.max(...HOUSE_WORDS.map((word) => word.length));

/** Cache: the same names occur on many pages, and segmenting is expensive. */
const broken = new Map<string, string>();
const MAX_BROKEN = 5_000;
const MAX_BROKEN_LENGTH = 200;

const segmenter = new Intl.Segmenter('zh-Hant-HK', { granularity: 'word' });

function splitWords(text: string): string[] {
  const words: string[] = [];
  let loose = '';
  const flush = () => {
    for (const part of segmenter.segment(loose)) words.push(part.segment);
    loose = '';
  };
  for (let i = 0; i < text.length;) {
    let found =
      SHORT_WORK.exec(text.slice(i, i + MAX_WORK))?.[0] ?? CLOCK.exec(text.slice(i, i + MAX_CLOCK))?.[0] ?? '';
    for (let length = Math.min(longest, text.length - i); length > 1 && !found; length--) {
      const candidate = text.slice(i, i + length);
      if (houseWords.has(candidate)) {
        found = candidate;
        break;
      }
    }
    if (found) {
      flush();
      words.push(found);
      i += found.length;
    } else {
      loose += text[i++];
    }
  }
  flush();
  return words;
}

const NUMBER_BEFORE_UNIT = new RegExp(`(\\d[\\d,.]*) (?=[${UNITS}])`, 'g');

/** Joins every figure to its unit. Sufficient for the body of an article, where any character may end a line. */
export const joinUnits = (text: string): string => text.replace(NUMBER_BEFORE_UNIT, '$1\u00a0');

/**
 * Inserts a break mark between words that may be separated. `<Phrase>` renders each mark as `<wbr>`, so a line never
 * breaks inside a Chinese word and a figure stays with its unit (design language, section 3). Idempotent; Latin text is
 * returned unchanged. Runs on the server only: browsers segment differently, so the result is part of the page's data.
 */
export function phrase(text: string): string {
  const known = broken.get(text);
  if (known !== undefined) return known;
  const result = breakWords(text);
  if (text.length <= MAX_BROKEN_LENGTH) {
    if (broken.size >= MAX_BROKEN) broken.clear();
    broken.set(text, result);
  }
  return result;
}

function breakWords(text: string): string {
  const plain = joinUnits(text.replaceAll(BREAK, ''));
  if (!HAN.test(plain)) return plain;
  let out = '';
  let before = '';
  let loose = 0;
  let afterFigure = false;
  for (const word of splitWords(plain)) {
    const isLoose = word.length === 1 && HAN.test(word);
    const isFigure = /^\d/.test(word);
    const mayPart =
      isFigure && HAN.test(before.at(-1) ?? '') && (before.length > 1 || afterFigure) && !HOLDS_FIGURE.test(before);
    const mayBreak =
      mayPart ||
      (before !== '' &&
        HAN.test(before.at(-1) ?? '') &&
        HAN.test(word[0] ?? '') &&
        !(isLoose && loose > 0 && loose < MAX_LOOSE) &&
        !CLINGS_TO_LEFT.test(word) &&
        !CLINGS_TO_RIGHT.test(before) &&
        !(ENDS_IN_NUMBER.test(before) && STARTS_WITH_UNIT.test(word)));
    out += (mayBreak ? BREAK : '') + word;
    loose = isLoose ? (mayBreak ? 1 : loose + 1) : 0;
    afterFigure = /\d$/.test(before);
    before = word;
  }
  return out;
}

/** Transfers the break marks of a whole text to the parts into which it was split elsewhere. */
export function phraseParts<T extends { text: string }>(parts: readonly T[]): T[] {
  const whole = phrase(parts.map((part) => part.text).join(''));
  let at = 0;
  return parts.map((part) => {
    let out = '';
    for (let left = part.text.length; left > 0 && at < whole.length; at++) {
      const char = whole[at] ?? '';
      out += char;
      if (char !== BREAK) left--;
    }
    return { ...part, text: out };
  });
}
