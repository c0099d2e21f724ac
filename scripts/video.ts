// npm run video -- VERB …: files encoded into films by the running station's worker, step by step. Uses the station's
// database; changes take effect immediately.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type Db } from '#db/database.ts';
import {
  addFilm,
  filmState,
  listFilms,
  madeFilm,
  removeFilm,
  retryFilm,
  setCaptions,
  setChapters,
  type FilmState,
} from '#domain/film-making/film-making.ts';
import type { FilmServices } from '#domain/film-making/film-tools.types.ts';
import { attachFilm, pageOfStream } from '#domain/videos/videos.ts';
import { readConfig } from '#server/config.ts';
import { createFilmServices } from '#server/services/films.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { explain, StartError } from './prepare.ts';
import { wordsOf } from './words-of.ts';
import { runningDatabaseUrl } from './running-database.ts';

const USAGE = `Use:
  npm run video -- add FILE [--name NAME]               take a file in, to be made into a film; what cannot be is refused
  npm run video -- status NUMBER                        how far it is, and what was made of it
  npm run video -- list                                 films in the making and made
  npm run video -- show NUMBER --on PAGE [--trailer]    give a page of /crgovideo its film, or its trailer
  npm run video -- retry NUMBER                         go on with what was refused or failed, once its reason was seen to
  npm run video -- remove NUMBER --do                   take a film away, in the making or made
  npm run video -- subtitles NUMBER FILE.vtt --lang LANGUAGE [--label LABEL]   words to read with it, such as zh-HK
  npm run video -- chapters NUMBER FILE.vtt             its parts: a cue each, from where it begins
docs/operations/films.md says more.`;

const { number: numberOf } = wordsOf(USAGE);

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
  if (text === undefined) throw new StartError(`Name a file. ${USAGE}`);
  const file = resolve(text);
  if (!existsSync(file) || !statSync(file).isFile()) throw new StartError(`${text} is not there, or no file.`);
  return file;
}

async function status(services: FilmServices, jobId: number): Promise<string> {
  const film = await filmState({ db: services.db, now: new Date() }, jobId);
  const made = film.streamId === null ? null : await madeFilm(services.db, film.streamId);
  if (made === null) return lineOf(film);
  return [
    lineOf(film),
    `from ${film.sourceName}, ${dateTimeHk(made.startsAt)} to ${dateTimeHk(made.endsAt)} of its stream`,
    ...made.renditions.map(
      ({ name, resolution, codecs, bandwidth, averageBandwidth }) =>
        `${name}: ${resolution ?? 'sound alone'}, ${codecs}, ${Math.round(averageBandwidth / 1000)} kbit/s, ${Math.round(bandwidth / 1000)} at most`,
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
}

async function show(db: Db, jobId: number, { on, trailer }: Options): Promise<string> {
  if (on === undefined) throw new StartError(`Say --on, the number of a page. ${USAGE}`);
  const { streamId } = await filmState({ db, now: new Date() }, jobId);
  if (streamId === null) throw new StartError(`Film ${jobId} is not made yet.`);
  const filmId = numberOf(on);
  await db.transaction((tx) => attachFilm(tx, { filmId, part: trailer ? 'trailer' : 'film', streamId }));
  return `Film ${jobId} is shown ${await pageOfStream(db, streamId)}.`;
}

async function run([verb, first, second]: string[], options: Options, services: FilmServices): Promise<string> {
  const now = new Date();
  switch (verb) {
    case 'add': {
      const file = fileOf(first);
      const asked = { file, fileName: basename(file), name: options.name ?? null };
      const { jobId, told, rungs } = await addFilm(services, asked, { now });
      const sizes = rungs.map(({ rendition, width, height }) => `${rendition} ${width}x${height}`);
      return [...told, `Film ${jobId} is in the making: ${sizes.join(', ')} and sound alone.`].join('\n');
    }
    case 'status':
      return status(services, numberOf(first));
    case 'list':
      return (await listFilms({ db: services.db, now })).map(lineOf).join('\n') || 'There are no films.';
    case 'show':
      return show(services.db, numberOf(first), options);
    case 'retry':
      await retryFilm(services, numberOf(first), { now });
      return `Film ${first} goes on.`;
    case 'remove': {
      const film = await filmState({ db: services.db, now }, numberOf(first));
      if (!options.do) return `${lineOf(film)}\nNothing was changed: say --do to take it away.`;
      await removeFilm(services, film.jobId, { shownBy: pageOfStream });
      return `Film ${first} is gone.`;
    }
    case 'subtitles': {
      if (options.lang === undefined) throw new StartError(`Say --lang, such as zh-HK. ${USAGE}`);
      const text = readFileSync(fileOf(second), 'utf8');
      const { lang, label = null } = options;
      return `${await setCaptions(services, { jobId: numberOf(first), lang, label, text }, { now })} cues taken over.`;
    }
    case 'chapters': {
      const text = readFileSync(fileOf(second), 'utf8');
      return `${await setChapters(services, { jobId: numberOf(first), text })} chapters taken over.`;
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
    },
  });
  const config = readConfig(process.env);
  const dataDir = resolve(config.DATA_DIR);
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    const services = createFilmServices(config, {
      db: database.db,
      storage: diskStorage(join(dataDir, 'media')),
      files: createFileStorage(join(dataDir, 'files')),
      dataDir,
    });
    console.log(await run(positionals, values, services));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof DomainError && typeof error.detail === 'string' ? error.detail : explain(error));
  process.exit(1);
}
