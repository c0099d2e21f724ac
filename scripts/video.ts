// npm run video -- VERB … [--who NAME --why REASON]: files encoded into films by the running station's worker, step by
// step. Changes require who and why, and are audited; they are the actions of the desk. Uses the station's database; changes
// take effect immediately. `add` is no action: it copies a file of this machine and probes it, which takes longer than a
// transaction may.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/database.ts';
import type { Hand } from '#domain/audit/audit.ts';
import { filmMakingActions } from '#domain/film-making/film-making.actions.ts';
import { addFilm, filmState, listFilms, madeFilm, type FilmState } from '#domain/film-making/film-making.ts';
import type { FilmMakingServices } from '#domain/film-making/film-tools.types.ts';
import { filmActions } from '#domain/films/films.actions.ts';
import { pageOfStream } from '#domain/films/films.ts';
import { readConfig } from '#server/config.ts';
import { createFilmMakingServices } from '#server/services/playing/film-making.ts';
import { openStores } from '#server/services/storage.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { StartError } from './start-errors.ts';
import { argumentParsers } from './words-of.ts';
import { refusalText, runAction } from './run-action.ts';
import { runningDatabaseUrl } from './running-database.ts';

const USAGE = `Usage (each change needs --who NAME --why REASON):
  npm run video -- add FILE [--name NAME]               add a file to be encoded as a film; unsuitable files are rejected
  npm run video -- status NUMBER                        show its progress and its output
  npm run video -- list                                 list films
  npm run video -- show NUMBER --on PAGE [--trailer]    assign a film or trailer to a page of /crgovideo
  npm run video -- retry NUMBER                         retry a refused or failed film
  npm run video -- remove NUMBER --do                   remove a film
  npm run video -- subtitles NUMBER FILE.vtt --lang LANGUAGE [--label LABEL]   import subtitles in a language such as zh-HK
  npm run video -- chapters NUMBER FILE.vtt             import chapters, one cue each
See docs/operations/films.md.`;

const { parseNumber } = argumentParsers(USAGE);

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

function lineOf(film: FilmState): string {
  const { jobId, name, state, reason, done, step, stepDone, isHeld, streamId } = film;
  const now = {
    making: `${percent(done)}${step === null ? '' : `, ${step} ${percent(stepDone)}`}${isHeld ? '' : ', waiting'}`,
    made: `made, stream ${streamId}`,
    refused: `refused: ${reason}`,
    failed: `failed: ${reason}`,
  }[state];
  return `${jobId}  ${name}: ${now}`;
}

function fileOf(text: string | undefined): string {
  if (text === undefined) throw new StartError(`A file is required. ${USAGE}`);
  const file = resolve(text);
  if (!existsSync(file) || !statSync(file).isFile()) throw new StartError(`"${text}" does not exist or is not a file.`);
  return file;
}

async function status(services: FilmMakingServices, jobId: number): Promise<string> {
  const film = await filmState({ db: services.db, now: new Date() }, jobId);
  const made = film.streamId === null ? null : await madeFilm(services.db, film.streamId);
  if (made === null) return lineOf(film);
  return [
    lineOf(film),
    `from ${film.sourceName}, ${dateTimeHk(made.startsAt)} to ${dateTimeHk(made.endsAt)} of its stream`,
    ...made.renditions.map(
      ({ name, resolution, codecs, bandwidth, averageBandwidth }) =>
        `${name}: ${resolution ?? 'audio only'}, ${codecs}, ${Math.round(averageBandwidth / 1000)} kbit/s on average, ${Math.round(bandwidth / 1000)} peak`,
    ),
    `shown ${(await pageOfStream(services.db, made.streamId)) ?? 'nowhere'}`,
    `captions: ${made.captions.map(({ lang, label }) => `${label} (${lang})`).join(', ') || 'none'}; chapters: ${made.chapters.length}`,
  ].join('\n');
}

interface Options {
  name?: string | undefined;
  on?: string | undefined;
  trailer: boolean;
  lang?: string | undefined;
  label?: string | undefined;
  do: boolean;
  who: string;
  why: string;
}

const QUERIES = ['status', 'list'];

async function run([verb, first, second]: string[], options: Options, services: FilmMakingServices): Promise<string> {
  const now = new Date();
  const { who, why } = options;
  const hand: Hand = { who, why };
  if (verb !== undefined && !QUERIES.includes(verb) && (!who.trim() || !why.trim()))
    throw new StartError('Both --who NAME and --why REASON are required.');
  const actions = [...filmMakingActions({ files: services.files, shownBy: pageOfStream }), ...filmActions()];
  const act = (name: string, input: object) =>
    services.db.transaction((tx) => runAction(tx, actions, { name, input }, { hand, now, isPreview: false }));
  switch (verb) {
    case 'add': {
      const file = fileOf(first);
      const asked = { file, fileName: basename(file), name: options.name ?? null };
      const { jobId, told, rungs } = await addFilm(services, hand, asked, { now });
      const sizes = rungs.map(({ rendition, width, height }) => `${rendition} ${width}x${height}`);
      return [...told, `Film ${jobId} is being encoded: ${sizes.join(', ')} and audio only.`].join('\n');
    }
    case 'status':
      return status(services, parseNumber(first));
    case 'list':
      return (await listFilms({ db: services.db, now })).map(lineOf).join('\n') || 'There are no films.';
    case 'show': {
      if (options.on === undefined) throw new StartError(`--on PAGE is required. ${USAGE}`);
      const part = options.trailer ? 'trailer' : 'film';
      await act('films.show', { film_id: parseNumber(first), page_id: parseNumber(options.on), part });
      const { streamId } = await filmState({ db: services.db, now }, parseNumber(first));
      return `Film ${first} is shown ${streamId && (await pageOfStream(services.db, streamId))}.`;
    }
    case 'retry':
      await act('films.retry', { film_id: parseNumber(first) });
      return `Film ${first} will be retried.`;
    case 'remove': {
      const film = await filmState({ db: services.db, now }, parseNumber(first));
      if (!options.do) return `${lineOf(film)}\nDry run: nothing was changed. Run again with --do to remove the film.`;
      await act('films.remove', { film_id: film.jobId });
      return `Removed film ${first}.`;
    }
    case 'subtitles': {
      if (options.lang === undefined) throw new StartError(`--lang is required, such as zh-HK. ${USAGE}`);
      const text = readFileSync(fileOf(second), 'utf8');
      const { lang, label = null } = options;
      const { cues } = await act('films.captions', { film_id: parseNumber(first), lang, label, text });
      return `${cues} cues imported.`;
    }
    case 'chapters': {
      const text = readFileSync(fileOf(second), 'utf8');
      const { chapters } = await act('films.chapters', { film_id: parseNumber(first), text });
      return `${chapters} chapters imported.`;
    }
    case undefined:
    default:
      throw new StartError(USAGE);
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      on: { type: 'string' },
      trailer: { type: 'boolean', default: false },
      lang: { type: 'string' },
      label: { type: 'string' },
      do: { type: 'boolean', default: false },
      who: { type: 'string', default: '' },
      why: { type: 'string', default: '' },
    },
  });
  const config = readConfig(process.env);
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    const services = createFilmMakingServices(config, {
      db: database.db,
      ...openStores(config),
      dataDir: resolve(config.DATA_DIR),
    });
    console.log(await run(positionals, values, services));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(refusalText(error));
  process.exit(1);
}
