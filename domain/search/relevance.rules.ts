import { soundLine } from './romanisation.rules.ts';
import { SONG_TYPE } from '#shared/enums.ts';
import { NAMED_TYPES, PAGE_TYPE } from './search.schema.ts';
import { lettersOf } from './highlight.rules.ts';
import type { Chain } from './tokens.rules.ts';

/** Input of the relevance ranking. */
export interface Ranked {
  contentType: number;
  itemId: number;
  /** Folded names, letters and digits only, one a line. */
  names: string;
  sounds: string;
  popularity: number;
  displayAtMs: number;
  inTitle: boolean;
  inBody: boolean;
}

/** Match quality: exact name, prefix of a name, title, sound, body. */
const NEARNESS = {
  isName: 8,
  soundsLikeName: 7,
  beginsName: 6,
  inName: 5,
  gramsInName: 4,
  soundsInName: 3,
  inBody: 2,
  gramsInBody: 1,
  /** Terms and guides are long and contain nearly every word, so only their names count. */
  inBodyOfPage: 0,
} as const;

function nearness(document: Ranked, { letters, words, sound }: Asked): number {
  const names = document.names.split('\n');
  if (names.includes(letters)) return NEARNESS.isName;
  const sounds = document.sounds.split('\n');
  if (sound !== '' && sounds.includes(sound)) return NEARNESS.soundsLikeName;
  // A programme, host or page whose name starts with the query precedes headlines that do.
  const isNamed = NAMED_TYPES.includes(document.contentType);
  if (isNamed && letters !== '' && names.some((name) => name.startsWith(letters))) return NEARNESS.beginsName;
  if (names.some((name) => words.every((word) => name.includes(word)))) return NEARNESS.inName;
  if (!document.inTitle && document.contentType === PAGE_TYPE) return NEARNESS.inBodyOfPage;
  if (!document.inTitle) return document.inBody ? NEARNESS.inBody : NEARNESS.gramsInBody;
  if (sound !== '' && sounds.some((line) => `${line}~`.includes(`${sound}~`))) return NEARNESS.soundsInName;
  return NEARNESS.gramsInName;
}

interface Asked {
  letters: string;
  words: string[];
  sound: string;
}

const DAY_MS = 86_400_000;
const HALF_LIFE_DAYS = 90;
/** Songs have no date: of titles that match as well, fresh ones come before them, old ones after. */
const SONG_WEIGHT = 0.4;

/** Orders equal matches by popularity and freshness. Never outweighs match quality. */
function weight({ contentType, names, popularity, displayAtMs }: Ranked, nowMs: number): number {
  // Of two names with the same prefix the shorter matches more completely.
  if (NAMED_TYPES.includes(contentType)) return 0.95 + 0.04 / names.length;
  if (contentType === SONG_TYPE) return SONG_WEIGHT;
  const ageDays = Math.max(0, nowMs - displayAtMs) / DAY_MS;
  const freshness = 0.5 ** (ageDays / HALF_LIFE_DAYS);
  const views = Math.min(1, Math.log10(1 + popularity) / 5);
  return 0.5 * freshness + 0.45 * views;
}

/** Most relevant first. */
export function rank<T extends Ranked>(
  documents: readonly T[],
  { keyword, chains, now }: { keyword: string; chains: readonly Chain[]; now: Date },
): T[] {
  const isSpelled = /^[a-z' 1-6-]+$/i.test(keyword);
  const asked: Asked = {
    letters: lettersOf(keyword),
    words: chains.map((chain) => chain.join('')),
    sound: isSpelled ? soundLine(keyword.replaceAll(/[1-6]/g, ' ')) : '',
  };
  const nowMs = now.getTime();
  return documents
    .map((document) => ({ document, score: nearness(document, asked) + weight(document, nowMs) }))
    .toSorted((a, b) => b.score - a.score || b.document.itemId - a.document.itemId)
    .map(({ document }) => document);
}

const pairsOf = (units: readonly string[]) => new Set(units.slice(1).map((unit, i) => `${units[i] ?? ''} ${unit}`));

/** Dice coefficient of two sets of pairs, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}

/** Headlines at least this similar tell the same story, such as a daily bulletin with another figure. */
const SAME_STORY = 0.6;

/**
 * Suggestions while typing: programmes, hosts and singers by name first, then matching titles, static pages last. Near-duplicate
 * headlines are left out. `ranked` is in order of relevance.
 */
export function pickSuggestions<T extends Pick<Ranked, 'contentType' | 'names'>>(
  ranked: readonly T[],
  max: number,
): T[] {
  const place = ({ contentType }: T) => (contentType === PAGE_TYPE ? 2 : NAMED_TYPES.includes(contentType) ? 0 : 1);
  const chosen: { document: T; pairs: ReadonlySet<string> }[] = [];
  for (const document of ranked.toSorted((a, b) => place(a) - place(b))) {
    if (chosen.length === max) break;
    const pairs = pairsOf(Array.from(document.names.replaceAll(/[\p{N}〇一二三四五六七八九十百千两]/gu, '')));
    // Songs of one name differ by their singers.
    const isSong = document.contentType === SONG_TYPE;
    const isTwin = (other: ReadonlySet<string>) => place(document) === 1 && likeness(other, pairs) >= SAME_STORY;
    if (!isSong && chosen.some((other) => other.document.names === document.names || isTwin(other.pairs))) continue;
    chosen.push({ document, pairs });
  }
  return chosen.map(({ document }) => document);
}

const NEAR_ENOUGH = 0.34;

/** Names by similarity to a text, in characters or in sound. Dissimilar ones are left out. */
export function rankNear<T extends Pick<Ranked, 'names' | 'sounds'>>(documents: readonly T[], text: string): T[] {
  const letters = pairsOf(Array.from(lettersOf(text)));
  const sounds = pairsOf(soundLine(text).split('~').slice(1));
  const nearest = ({ names, sounds: lines }: T) =>
    Math.max(
      ...names.split('\n').map((name) => likeness(letters, pairsOf(Array.from(name)))),
      ...lines.split('\n').map((line) => likeness(sounds, pairsOf(line.split('~').slice(1)))),
    );
  return documents
    .map((document) => ({ document, score: nearest(document) }))
    .filter(({ score }) => score >= NEAR_ENOUGH)
    .toSorted((a, b) => b.score - a.score)
    .map(({ document }) => document);
}
