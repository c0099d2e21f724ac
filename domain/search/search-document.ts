import { lettersOf } from './highlight.rules.ts';
import { dateTokens } from './months.rules.ts';
import { soundLine, soundTokens } from './romanisation.rules.ts';
import { textTokens } from './tokens.rules.ts';

/** The longest body that is searched; what comes after it in a piece is found by nothing. */
const BODY_MAX_CHARS = 20_000;

/** Stands for the date of what has none: after everything that has one, newest first. */
export const UNDATED = new Date('2000-01-01T00:00:00Z');

/** Something to be found, as its own module keeps it. */
export interface Source {
  contentType: number;
  itemId: number;
  title: string;
  /** What else it is called. */
  otherNames: string[];
  /** False: it is found by its keywords alone, such as a part of a broadcast that has only the name of its programme. */
  isNamed?: boolean;
  /** What may be shown of it under its title. */
  body: string;
  /** Words it is found by and that are not shown: hosts, programmes, channels. */
  keywords: string[];
  slug: string;
  picture: string;
  channelBitwise: number;
  displayAt: Date;
  visibleFrom: Date;
  visibleUntil: Date | null;
  popularity: number;
}

/** A row of the index. */
export interface SearchDocument extends Omit<Source, 'otherNames' | 'keywords' | 'isNamed'> {
  names: string;
  sounds: string;
  tokens: string[];
  titleTokens: string[];
}

export function makeDocument({ otherNames, keywords, isNamed = true, ...source }: Source): SearchDocument {
  const names = isNamed ? [source.title, ...otherNames].filter(Boolean) : [];
  const titleTokens = new Set(names.flatMap((name) => [...textTokens(name, { singles: true })]));
  const body = source.body.slice(0, BODY_MAX_CHARS).toWellFormed().replaceAll('\0', '');
  const tokens = new Set(titleTokens);
  for (const text of [body, ...keywords]) for (const token of textTokens(text, { singles: false })) tokens.add(token);
  for (const name of names) for (const sound of soundTokens(name)) titleTokens.add(sound);
  const dates = source.displayAt > UNDATED ? dateTokens(source.displayAt) : [];
  return {
    ...source,
    body,
    names: [...new Set(names.map(lettersOf))].join('\n'),
    sounds: [...new Set(names.map(soundLine))].join('\n'),
    tokens: [...tokens, ...dates],
    titleTokens: [...titleTokens, ...dates],
  };
}
