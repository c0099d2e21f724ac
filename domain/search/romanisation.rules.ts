import { getJyutpingCandidates } from 'to-jyutping';

/**
 * Finds names and titles by sound, in any romanisation: Jyutping without tones, Yale, or the customary spelling of Hong
 * Kong names (Cheung, Tsim, Kwok). A syllable is mapped to a key that merges what these spellings confuse: n and l, ng
 * and no initial, aspirated and unaspirated. Single keys are ambiguous; two in a row rarely are.
 */

/** Spellings of initials and their keys, longest first. */
const ONSETS: [spelled: string, keys: readonly string[]][] = [
  ['tch', ['z']],
  ['ch', ['z']],
  ['cz', ['z']],
  ['ts', ['z']],
  ['tz', ['z']],
  ['dz', ['z']],
  ['zh', ['z']],
  ['sh', ['s']],
  ['sz', ['s']],
  ['hs', ['s']],
  ['gw', ['gw']],
  ['kw', ['gw']],
  ['qu', ['gw']],
  ['ng', ['']],
  ['b', ['b']],
  ['p', ['b']],
  ['m', ['m']],
  ['f', ['f']],
  ['d', ['d']],
  ['t', ['d']],
  ['n', ['l']],
  ['l', ['l']],
  ['g', ['g']],
  ['k', ['g']],
  ['h', ['h']],
  ['w', ['w']],
  ['v', ['w']],
  ['z', ['z']],
  ['c', ['z']],
  ['s', ['s']],
  ['y', ['j']],
  // In Jyutping j is a y; in English spelling it is a z.
  ['j', ['j', 'z']],
  ['', ['']],
];

const vowels = (key: string, spelled: string) => spelled.split(' ').map((each) => [each, key] as const);

/** Spellings of finals and their keys. */
const RIMES = new Map<string, string>([
  ...vowels('a', 'a aa ah'),
  ...vowels('ai', 'ai aai aay'),
  ...vowels('au', 'au aau ao ow'),
  ...vowels('am', 'am aam um om'),
  ...vowels('an', 'an aan en'),
  ...vowels('ang', 'ang aang'),
  ...vowels('ap', 'ap aap up'),
  ...vowels('at', 'at aat'),
  ...vowels('ak', 'ak aak ack'),
  ...vowels('e', 'e eh'),
  ...vowels('i', 'i ii ee ei ey ay y ih'),
  ...vowels('ing', 'ing eng'),
  ...vowels('ik', 'ik ek ick'),
  ...vowels('iu', 'iu iew eu io'),
  ...vowels('im', 'im eem em'),
  ...vowels('in', 'in een ien'),
  ...vowels('ip', 'ip eep ep'),
  ...vowels('it', 'it eet et'),
  ...vowels('o', 'o oh ou oo or aw'),
  ...vowels('oi', 'oi oy'),
  ...vowels('on', 'on'),
  ...vowels('ong', 'ong'),
  ...vowels('ot', 'ot'),
  ...vowels('ok', 'ok ock'),
  ...vowels('oeng', 'oeng eung eong oerng'),
  ...vowels('oek', 'oek euk eok'),
  ...vowels('oe', 'oe'),
  ...vowels('ui', 'ui eui eoi oei uy'),
  ...vowels('u', 'u yu ue yue'),
  ...vowels('un', 'un oon eon eun yun uen'),
  ...vowels('ut', 'ut oot eot eut yut uet'),
  ...vowels('ung', 'ung'),
  ...vowels('uk', 'uk ook'),
]);
const RIME_MAX = 5;

/** Syllabic nasals (吳, 五, 唔), and syllables spelled without a vowel (子, 斯, 謝). */
const WHOLE = new Map([
  ['m', 'm'],
  ['ng', 'm'],
  ['hm', 'm'],
  ['tsz', 'zi'],
  ['tze', 'zi'],
  ['sz', 'si'],
  ['sze', 'si'],
]);

/** Keys of a spelled syllable. Empty if it is not one. */
function keysOf(syllable: string): string[] {
  const whole = WHOLE.get(syllable);
  if (whole !== undefined) return [whole];
  for (const [spelled, onsets] of ONSETS) {
    if (!syllable.startsWith(spelled)) continue;
    const rime = RIMES.get(syllable.slice(spelled.length));
    // Gwo and go are not distinguished.
    if (rime !== undefined) return onsets.map((onset) => (onset === 'gw' && rime.startsWith('o') ? 'g' : onset) + rime);
  }
  return [];
}

const WORD_MAX_CHARS = 30;
const SPLITS_MAX = 3;

/**
 * Possible splits of a word into syllables, fewest first: `zoubaawong` is zou, baa, wong. Each syllable has its keys.
 */
function splitsOf(word: string): string[][][] {
  if (word.length > WORD_MAX_CHARS) return [];
  const from: (string[][][] | undefined)[] = [];
  from[word.length] = [[]];
  for (let start = word.length - 1; start >= 0; start--) {
    const found: string[][][] = [];
    for (let end = start + 1; end <= Math.min(word.length, start + 3 + RIME_MAX); end++) {
      const rest = from[end];
      if (!rest?.length) continue;
      const keys = keysOf(word.slice(start, end));
      if (keys.length) for (const tail of rest) found.push([keys, ...tail]);
    }
    from[start] = found.toSorted((a, b) => a.length - b.length).slice(0, SPLITS_MAX);
  }
  return from[0] ?? [];
}

const MARK = '~';
const one = (key: string) => MARK + key;
const two = (a: string, b: string) => MARK + a + MARK + b;

const CHARACTER_READINGS = 2;
const HAN = /\p{Script=Han}/u;

/** Keys of every syllable of a title in order, for Han characters and for Latin words that are romanised syllables. */
function soundsOf(text: string): string[][] {
  const sounds: string[][] = [];
  let latin = '';
  const flush = () => {
    for (const word of latin.toLowerCase().match(/[a-z]+/g) ?? []) sounds.push(...(splitsOf(word)[0] ?? [[]]));
    latin = '';
  };
  for (const [char, readings] of getJyutpingCandidates(text)) {
    if (!HAN.test(char)) {
      latin += char;
      continue;
    }
    flush();
    const keys = readings.flatMap((reading) => keysOf(reading.replace(/\d/g, '').split(' ')[0] ?? ''));
    // For a Han character, j is read as in Jyutping only.
    sounds.push(
      [...new Set(keys.filter((key) => !key.startsWith('z') || readings.some((r) => /^[zc]/.test(r))))].slice(
        0,
        CHARACTER_READINGS,
      ),
    );
  }
  flush();
  return sounds;
}

/** Sound tokens by which a title or name is found. */
export function soundTokens(text: string): Set<string> {
  const tokens = new Set<string>();
  const sounds = soundsOf(text);
  sounds.forEach((keys, i) => {
    for (const key of keys) {
      tokens.add(one(key));
      for (const next of sounds[i + 1] ?? []) tokens.add(two(key, next));
    }
  });
  return tokens;
}

const SYLLABLES_MAX = 12;

/** The sounds of a text as one line, to compare with a romanised query: `~zo~ba~wong`. */
export function soundLine(text: string): string {
  return soundsOf(text)
    .map(([key = '']) => MARK + key)
    .join('');
}

/** tsquery for a romanised query, with or without tones. Null if it is not Cantonese. */
export function soundQuery(keyword: string): string | null {
  const spelled = keyword.normalize('NFKC').toLowerCase();
  if (!/^[a-z' -]+[1-6]?(?:[a-z' -]+[1-6]?)*$/.test(spelled)) return null;
  const words = spelled.replaceAll(/[1-6']/g, ' ').match(/[a-z]+/g) ?? [];
  const perWord = words.map(splitsOf);
  if (perWord.length === 0 || perWord.some((splits) => splits.length === 0)) return null;
  const ways = perWord.length === 1 ? (perWord[0] ?? []) : [perWord.flatMap((splits) => splits[0] ?? [])];
  const queries = ways.flatMap((syllables) => {
    if (syllables.length > SYLLABLES_MAX) return [];
    const [only] = syllables;
    if (syllables.length === 1) return [`(${(only ?? []).map((key) => `'${one(key)}'`).join(' | ')})`];
    const pairs = syllables.slice(1).map((keys, i) => {
      const options = (syllables[i] ?? []).flatMap((key) => keys.map((next) => `'${two(key, next)}'`));
      return `(${options.join(' | ')})`;
    });
    return [`(${pairs.join(' & ')})`];
  });
  return queries.length ? queries.join(' | ') : null;
}
