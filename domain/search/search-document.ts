import { lettersOf } from './highlight.rules.ts';
import { dateTokens } from './months.rules.ts';
import { soundLine, soundTokens } from './romanisation.rules.ts';
import { textTokens } from './tokens.rules.ts';

/** Maximum length of the indexed body. Anything after it is not searchable. */
const BODY_MAX_CHARS = 20_000;

/** Date of undated items, which places them after all dated ones when sorted newest first. */
export const UNDATED = new Date('2000-01-01T00:00:00Z');

/** An item to index, as provided by its module. */
export interface Source {
  contentType: number;
  itemId: number;
  title: string;
  /** Alternative names. */
  otherNames: string[];
  /** False: found by its keywords only, such as a part of a broadcast that has just the name of its programme. */
  isNamed?: boolean;
  /** Text that may be shown below its title. */
  body: string;
  /** Searchable words that are not displayed: hosts, programmes, channels. */
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
