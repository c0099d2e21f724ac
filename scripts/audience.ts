// npm run audience -- VERB …: figures of listening, computed, proved and exported. It asks the running station's database.
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type Db } from '#db/database.ts';
import { recomputeDay } from '#domain/audience/audience.ts';
import { adsOf, dayLine, listenersNow, standingOf } from '#domain/audience/figures.ts';
import { proofKey, proofOfPlay, verifyProof } from '#domain/audience/proof-of-play.ts';
import { exportDay } from '#domain/audience/warehouse.ts';
import { readConfig, type Config } from '#server/config.ts';
import { secretKeyOf } from '#server/secret-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { clockOfMinute, dayHkOf, isDayHk } from '#shared/hk-time.ts';
import { explain, StartError } from './prepare.ts';
import { runningDatabaseUrl } from './running-database.ts';

const USAGE = `Use:
  npm run audience -- figures [DAY]                  listeners now, and what a day came to
  npm run audience -- compute DAY                    computes a day again from its reports, and tells whether it came out the same
  npm run audience -- export DAY [--csv] [--to DIR]  its reports for the warehouse, a Parquet file (or CSV)
  npm run audience -- proof ADVERTISER DAY           what was shown of an advertiser, signed; written to a file by > FILE
  npm run audience -- verify FILE [--key PEM]        whether a proof is true, by the station's public key (/figures/proof/key.pem) or
                                                     this station's own; asks no database
A day is one of Hong Kong, such as 2026-11-21.`;

interface Asked {
  db: Db;
  config: Config;
  now: Date;
  words: readonly string[];
  isCsv: boolean;
  to: string;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartError(`There is no file ${file} to read.`);
  }
}

/** Whether a file is a proof as the station wrote it. It needs no running station. */
function verified(config: Config, file: string | undefined, keyFile: string | undefined): string {
  if (file === undefined) throw new StartError('Say a file with a proof.');
  const key = keyFile === undefined ? proofKey(secretKeyOf(config)) : textOf(keyFile);
  let read;
  try {
    read = verifyProof(key, textOf(file));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${keyFile} is no public key.`);
  }
  if (read === null) throw new StartError(`${file} is no proof of play.`);
  if (!read.isTrue) throw new StartError('Not true: the station did not sign this.');
  const { advertiser, dayHk, isFinal } = read.proof;
  return `True: ${advertiser} on ${dayHk}${isFinal ? '' : ', of a day that was not final'}.`;
}

function dayOf(word: string | undefined): string {
  if (word === undefined || !isDayHk(word)) throw new StartError('Say a day such as 2026-11-21.');
  return word;
}

const VERBS: Record<string, (asked: Asked) => Promise<string[]>> = {
  figures: async ({ db, now, words: [word] }) => {
    const day = word === undefined ? dayHkOf(now) : dayOf(word);
    const [live, lines, ads, standing] = await Promise.all([
      listenersNow({ db, now }),
      dayLine({ db }, day),
      adsOf({ db }, day),
      standingOf({ db }, day),
    ]);
    const coverage = (percent: number | null) => (percent === null ? 'coverage unknown' : `coverage ${percent}%`);
    const sum = (of: (slot: (typeof ads.slots)[number]) => number) =>
      ads.slots.reduce((all, slot) => all + of(slot), 0);
    return [
      ...live.map(
        (one) =>
          `${one.channel} now: ${one.listeners.toFixed(1)} listeners, ${one.players} players, ${coverage(one.coverage)}`,
      ),
      ...lines.map(
        ({ channel, heardMs, peak, coverage: covered }) =>
          `${channel} on ${day}: ${(heardMs / 3_600_000).toFixed(1)} hours heard, peak ${peak === null ? 'none' : `${peak.listeners.toFixed(1)} at ${clockOfMinute(peak.minute)}`}, ${coverage(covered)}`,
      ),
      `Advertisements: ${sum((slot) => slot.requests)} asked for, ${sum((slot) => slot.fills)} filled, ${sum((slot) => slot.viewables)} viewable, HK$${(sum((slot) => slot.revenueMicros) / 1e6).toFixed(2)}`,
      `${standing.isFinal ? 'Final' : 'Not final yet'}; ${standing.late.reports} reports came too late, with ${(standing.late.heardMs / 3_600_000).toFixed(1)} hours heard.`,
    ];
  },
  compute: async ({ db, now, words: [word] }) => {
    const { isEqual, parts } = await recomputeDay({ db, now }, dayOf(word));
    return [
      isEqual ? 'The same as before.' : 'Not the same as before: reports came since, or figures were changed.',
      ...parts.map(
        ({ what, before, after, isEqual: same }) =>
          `  ${what}: ${before} rows before, ${after} now, ${same ? 'the same' : 'different'}`,
      ),
    ];
  },
  export: async ({ db, words: [word], isCsv, to }) => {
    const day = dayOf(word);
    const form = isCsv ? 'csv' : 'parquet';
    mkdirSync(to, { recursive: true });
    const file = join(resolve(to), `reports-${day}.${form}`);
    return [`${await exportDay(db, day, { file, form })} reports in ${file}`];
  },
  proof: async ({ db, config, words: [advertiser = '', word] }) => {
    const proof = await proofOfPlay(
      { db, secretKey: secretKeyOf(config), siteUrl: config.siteUrl },
      advertiser,
      dayOf(word),
    );
    return [JSON.stringify(proof, null, 2)];
  },
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      csv: { type: 'boolean', default: false },
      to: { type: 'string', default: '.' },
      key: { type: 'string' },
    },
  });
  const [verb = '', ...words] = positionals;
  if (verb === 'verify') {
    console.log(verified(readConfig(process.env), words[0], values.key));
    process.exit(0);
  }
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw new StartError(USAGE);
  const config = readConfig(process.env);
  const database = openDatabase(runningDatabaseUrl(config), { max: 2, statementTimeoutMs: 600_000 });
  try {
    const said = await run({ db: database.db, config, now: new Date(), words, isCsv: values.csv, to: values.to });
    console.log(said.join('\n'));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof DomainError && typeof error.detail === 'string' ? error.detail : explain(error));
  process.exit(1);
}
