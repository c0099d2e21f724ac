import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DayHk } from '#shared/hk-time.ts';
import { StartError } from './start-errors.ts';
import { argumentParsers } from './words-of.ts';

// Arguments of `npm run audience`, parsed before anything else.

export const AUDIENCE_USAGE = `Usage:
  npm run audience -- figures [DAY]                  current listeners, and the totals of a day
  npm run audience -- compute DAY                    recompute a day from its reports and print whether the result differs
  npm run audience -- export                         store figures and reports of the last days for the data warehouse, as each night
  npm run audience -- export DAY [--csv] [--to DIR]  export its reports as a Parquet (or CSV) file
  npm run audience -- proof ADVERTISER DAY           print signed proof of play for an advertiser; redirect to a file by > FILE
  npm run audience -- verify FILE [--key PEM]        verify a proof with the public key of the station (/figures/proof/key.pem) or
                                                     with the own key; needs no database
Days are in Hong Kong time, such as 2026-11-21.`;

const HINT = 'Run "npm run audience -- help" for usage.';
const { parseDay } = argumentParsers(HINT);

export type AudienceWords =
  | { verb: 'help' }
  | { verb: 'figures'; day: DayHk | null }
  | { verb: 'compute'; day: DayHk }
  | { verb: 'store' }
  | { verb: 'export'; day: DayHk; form: 'csv' | 'parquet'; to: string }
  | { verb: 'proof'; advertiser: string; day: DayHk }
  | { verb: 'verify'; file: string; key: string | null };

/** Maximum number of arguments of a verb. */
const MAX_WORDS = new Map([
  ['figures', 1],
  ['compute', 1],
  ['export', 1],
  ['proof', 2],
  ['verify', 1],
]);

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        csv: { type: 'boolean', default: false },
        to: { type: 'string' },
        key: { type: 'string' },
      },
    });
  } catch (error) {
    // The first sentence of the parser's message describes the error; the rest are suggestions.
    const [what = ''] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new StartError(`${what}. ${HINT}`);
  }
}

/** Parses a command. Throws with the usage if invalid. `today` is Hong Kong's. */
export function readAudienceWords(argv: readonly string[], today: DayHk): AudienceWords {
  const { values, positionals } = parsed(argv);
  const [verb = '', ...words] = positionals;
  if (values.help || verb === 'help') return { verb: 'help' };
  const most = MAX_WORDS.get(verb);
  if (most === undefined) throw new StartError(verb === '' ? AUDIENCE_USAGE : `Unknown command "${verb}". ${HINT}`);
  if (words.length > most) throw new StartError(`Unexpected argument "${words[most]}" for ${verb}. ${HINT}`);
  for (const [option, of] of [
    ['csv', 'export'],
    ['to', 'export'],
    ['key', 'verify'],
  ] as const)
    if (values[option] && verb !== of) throw new StartError(`Option --${option} is not allowed with ${verb}. ${HINT}`);
  const pastDay = (word: string | undefined): DayHk => {
    const day = parseDay(word);
    if (day > today) throw new StartError(`${day} is in the future; today is ${today} in Hong Kong.`);
    return day;
  };
  const [first, second] = words;
  if (verb === 'figures') return { verb, day: first === undefined ? null : pastDay(first) };
  if (verb === 'compute') return { verb, day: pastDay(first) };
  if (verb === 'export' && first === undefined && !values.csv && values.to === undefined) return { verb: 'store' };
  if (verb === 'export')
    return { verb, day: pastDay(first), form: values.csv ? 'csv' : 'parquet', to: resolve(values.to ?? '.') };
  if (verb === 'proof') {
    if (!first || second === undefined) throw new StartError(`An advertiser and a day are required. ${HINT}`);
    return { verb, advertiser: first, day: pastDay(second) };
  }
  if (!first) throw new StartError(`A file with a proof is required. ${HINT}`);
  return { verb: 'verify', file: first, key: values.key ?? null };
}

/** The folder for an export, created if its parent exists. */
export function demandFolder(dir: string): string {
  try {
    // Not recursive, so that a typing error is reported and leaves no folders behind.
    if (!existsSync(dir)) mkdirSync(dir);
    accessSync(dir, constants.W_OK);
    if (statSync(dir).isDirectory()) return dir;
  } catch {
    throw new StartError(`"${dir}" is not a writable folder and cannot be created.`);
  }
  throw new StartError(`"${dir}" is not a folder.`);
}
