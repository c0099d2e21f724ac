// npm run audience -- VERB …: computes, proves and exports listening figures. Uses the running station's database.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Db } from '#db/database.ts';
import { demandReports, recomputeDay } from '#domain/audience/audience.ts';
import { adsOf, dayLine, listenersNow, standingOf } from '#domain/audience/figures.ts';
import { proofKey, proofOfPlay, verifyProof } from '#domain/audience/proof-of-play.ts';
import { exportDay, exportToWarehouse } from '#domain/audience/warehouse.ts';
import { readConfig, type Config } from '#server/config.ts';
import { openStores } from '#server/services/storage.ts';
import { warehouseOf } from '#server/services/tracking.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { clockOfMinute, dayHkOf } from '#shared/hk-time.ts';
import { AUDIENCE_USAGE, demandFolder, readAudienceWords, type AudienceWords } from './audience-words.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { explain, StartError } from './start-errors.ts';

interface Asked {
  db: Db;
  config: Config;
  now: Date;
}
type Of<Verb> = Extract<AudienceWords, { verb: Verb }>;

function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartError(`File "${file}" cannot be read.`);
  }
}

/** Verifies that a proof file was written by the station. Needs no running station. */
function verified(config: Config, { file, key: keyFile }: Of<'verify'>): string {
  const key = keyFile === null ? proofKey(secretKeyOf(config)) : readTextFile(keyFile);
  let read;
  try {
    read = verifyProof(key, readTextFile(file));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`"${keyFile}" is not a public key.`);
  }
  if (read === null) throw new StartError(`"${file}" is not a proof of play.`);
  if (!read.isTrue) throw new StartError('Invalid: the proof was not signed by this station.');
  const { advertiser, dayHk, isFinal } = read.proof;
  return `Valid: ${advertiser} on ${dayHk}${isFinal ? '' : ', made before the day was final'}.`;
}

/** Formats the detail of an error as a sentence. */
const sentenceOf = (detail: string): string => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;

async function figures({ db, now }: Asked, { day: asked }: Of<'figures'>): Promise<string[]> {
  const day = asked ?? dayHkOf(now);
  const [live, lines, ads, standing] = await Promise.all([
    listenersNow({ db, now }),
    dayLine({ db }, day),
    adsOf({ db }, day),
    standingOf({ db }, day),
  ]);
  // Today may have none yet; for another day that is an error.
  if (asked !== null && standing.computedAtMs === null && lines.every(({ heardMs }) => heardMs === 0))
    throw new StartError(`No figures exist for ${day}.`);
  const coverage = (percent: number | null) => (percent === null ? 'coverage unknown' : `coverage ${percent}%`);
  const sum = (of: (slot: (typeof ads.slots)[number]) => number) => ads.slots.reduce((all, slot) => all + of(slot), 0);
  return [
    ...live.map(
      (one) =>
        `${one.channel} now: ${one.listeners.toFixed(1)} listeners, ${one.players} players, ${coverage(one.coverage)}`,
    ),
    ...lines.map(
      ({ channel, heardMs, peak, coverage: covered }) =>
        `${channel} on ${day}: ${(heardMs / 3_600_000).toFixed(1)} hours heard, peak ${peak === null ? 'none' : `${peak.listeners.toFixed(1)} at ${clockOfMinute(peak.minute)}`}, ${coverage(covered)}`,
    ),
    `Advertisements: ${sum((slot) => slot.requests)} requested, ${sum((slot) => slot.fills)} filled, ${sum((slot) => slot.viewables)} viewable, HK$${(sum((slot) => slot.revenueMicros) / 1e6).toFixed(2)}`,
    `${standing.isFinal ? 'Final' : 'Not final yet'}; ${standing.late.reports} reports arrived too late, with ${(standing.late.heardMs / 3_600_000).toFixed(1)} hours heard.`,
  ];
}

async function compute({ db, now }: Asked, { day }: Of<'compute'>): Promise<string[]> {
  const { isEqual, parts } = await recomputeDay({ db, now }, day);
  return [
    isEqual
      ? 'The figures are unchanged.'
      : 'The figures have changed: reports arrived since, or figures were modified.',
    ...parts.map(
      ({ what, before, after, isEqual: same }) =>
        `  ${what}: ${before} rows before, ${after} now, ${same ? 'unchanged' : 'changed'}`,
    ),
  ];
}

async function exported({ db, now }: Asked, { day, form, to }: Of<'export'>): Promise<string[]> {
  await demandReports({ db, now }, day);
  const file = join(demandFolder(to), `reports-${day}.${form}`);
  return [`${await exportDay(db, day, { file, form })} reports written to ${file}`];
}

async function stored({ db, config, now }: Asked): Promise<string[]> {
  const { warehouse } = openStores(config);
  const days = await exportToWarehouse({ db, ...warehouseOf({ warehouse, config }) }, now);
  return [days.length === 0 ? 'No day has reports.' : `Stored for the data warehouse: ${days.join(', ')}.`];
}

async function proof({ db, config }: Asked, { advertiser, day }: Of<'proof'>): Promise<string[]> {
  const services = { db, secretKey: secretKeyOf(config), siteUrl: config.siteUrl };
  return [JSON.stringify(await proofOfPlay(services, advertiser, day), null, 2)];
}

async function answer(words: AudienceWords, now: Date): Promise<string[]> {
  if (words.verb === 'help') return [AUDIENCE_USAGE];
  const config = readConfig(process.env);
  if (words.verb === 'verify') return [verified(config, words)];
  const database = openDatabase(runningDatabaseUrl(config), { max: 2, statementTimeoutMs: 600_000 });
  const asked = { db: database.db, config, now };
  try {
    if (words.verb === 'figures') return await figures(asked, words);
    if (words.verb === 'compute') return await compute(asked, words);
    if (words.verb === 'store') return await stored(asked);
    if (words.verb === 'export') return await exported(asked, words);
    return await proof(asked, words);
  } finally {
    await database.close();
  }
}

try {
  const now = new Date();
  const words = readAudienceWords(process.argv.slice(2), dayHkOf(now));
  console.log((await answer(words, now)).join('\n'));
} catch (error) {
  console.error(error instanceof DomainError && error.sentence !== null ? sentenceOf(error.sentence) : explain(error));
  process.exit(1);
}
