import { BREAK } from './break-mark.ts';

const UNITS = '億萬度點元歲日月周分秒小公人間戶款集節個首位次倍部年';
const STARTS_WITH_UNIT =
  /^(億|萬|度|點|元|歲|日|月|周|分|秒|小時|公里|人|間|戶|款|集|節|個|首|位|次|倍|折|部|年|號|巷|樓)/;
const CLINGS_TO_LEFT = /^(嘅|咗|吖|呀|啦|喇|囉|哋|的|了|嗎|呢|個|人|們|度|緊|晒|者)$/;
const CLINGS_TO_RIGHT = /^(第|兩|一|三|最|唔|冇|好|不|未|再|先|都|也|又|由|到|至|逾|約|近|每|該|各|本|新|老|大|小|舊)$/;
const ENDS_IN_NUMBER = /[\d〇一二三四五六七八九十百千萬廿兩幾半]$/;
const HAN = /[\u3400-\u9fff]/;

/** Words the general segmenter cuts wrongly. Programme and place names are added with `addHouseWords`. */
const houseWords = new Set(
  (
    '的士 黑膠 午夜 朝早 唔好 開市 直擊 訂戶 唔使 一齊 同你 由頭 聽過 瞓覺 書籤 收藏 重溫 影視 直播 節目表 節目 主持 ' +
    '點解 點樣 銀髮 打碟 大牌檔 堅尼地城 筲箕灣 旺角 深水埗 將軍澳 獅子山 紅隧 嘉賓 雷霆 叱咤 放學後 電台 失眠 俱樂部'
  ).split(' '),
);
let longest = 4;

/** The same names stand on page after page, and segmenting is dear. */
const broken = new Map<string, string>();
const MAX_BROKEN = 5_000;
const MAX_BROKEN_LENGTH = 200;

/** Teaches the breaker names that must stay whole. */
export function addHouseWords(words: Iterable<string>): void {
  for (const word of words) {
    if (!HAN.test(word) || word.length < 2) continue;
    houseWords.add(word);
    longest = Math.max(longest, word.length);
  }
  broken.clear();
}

const segmenter = new Intl.Segmenter('zh-Hant-HK', { granularity: 'word' });

function splitWords(text: string): string[] {
  const words: string[] = [];
  let loose = '';
  const flush = () => {
    for (const part of segmenter.segment(loose)) words.push(part.segment);
    loose = '';
  };
  for (let i = 0; i < text.length;) {
    let found = '';
    for (let length = Math.min(longest, text.length - i); length > 1; length--) {
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

/** The text with every figure held to its unit; enough for the body of an article, where any character may end a line. */
export const joinUnits = (text: string): string => text.replace(NUMBER_BEFORE_UNIT, '$1\u00a0');

/**
 * The text with a break mark between words that may part. `<Phrase>` draws each mark as `<wbr>`, so a line never breaks
 * inside a Chinese word and a figure never leaves its unit (design language, section 3). Idempotent; Latin text comes
 * back as it was. Runs on the server only: browsers segment differently, so the result travels in the page's data.
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
  for (const word of splitWords(plain)) {
    const mayBreak =
      before !== '' &&
      HAN.test(before.at(-1) ?? '') &&
      HAN.test(word[0] ?? '') &&
      !CLINGS_TO_LEFT.test(word) &&
      !CLINGS_TO_RIGHT.test(before) &&
      !(ENDS_IN_NUMBER.test(before) && STARTS_WITH_UNIT.test(word));
    out += (mayBreak ? BREAK : '') + word;
    before = word;
  }
  return out;
}
