// npm run archive -- VERB … --who NAME --why REASON [--do]: audited manual changes to replays. A dry run unless --do is
// given. Uses the running station's database; changes take effect immediately.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { recutDay } from '#domain/archive/cutting/archive-cut.ts';
import { removeSpan, restoreSpan, setFunction, setReplay } from '#domain/archive/cutting/staff-actions.ts';
import { importRundown, importTranscript } from '#domain/archive/words/transcripts.ts';
import { archiveSettingsOf, archiveSound } from '#server/services/playing/archive.ts';
import { readConfig, type Config } from '#server/config.ts';
import { importTapeOf, readTape, tryTape, type TapeOrder } from '#server/services/playing/import-tape.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dateTimeHk, instantHk } from '#shared/hk-time.ts';
import { explain, StartError } from './prepare.ts';
import { argumentParsers } from './words-of.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { runVerb } from './dry-run.ts';

const USAGE = `Usage (each command needs --who NAME --why REASON, and --do to apply the change):
  npm run archive -- recut DAY                          cut a station day again according to the current timetable
  npm run archive -- hide ID                            make a broadcast unavailable; its page stays and says so
  npm run archive -- take-down ID                       remove a broadcast from all pages and lists
  npm run archive -- show ID                            make a broadcast available again
  npm run archive -- remove STREAM FROM TO rights|law|error   remove a time span from all playback
  npm run archive -- restore NUMBER                     restore a time span, by the number printed by remove
  npm run archive -- transcript ID FILE.vtt             import the transcript of a broadcast, timed from its start
  npm run archive -- rundown ID FILE.vtt                import its sections and their titles, timed from its start
  npm run archive -- import-tape PROGRAM FILE [FILE of the other quality] --on-air TIME [--title TITLE] [--until DAY]
                     [--rundown FILE.vtt] [--transcript FILE.vtt]   import audio that was not live as a classic, first on air at TIME
  npm run archive -- switch-off NAME MESSAGE            switch off a function, such as archive.play; switch-on NAME
Times are in Hong Kong time, such as 2026-11-21T14:05:30.`;

const { parseNumber, parseInstant, parseDay } = argumentParsers(USAGE);

const WHYS = ['rights', 'law', 'error'] as const;

type Change = (tx: Tx, now: Date) => Promise<string>;

const OPTIONS = {
  who: { type: 'string' },
  why: { type: 'string' },
  do: { type: 'boolean', default: false },
  'on-air': { type: 'string' },
  title: { type: 'string' },
  until: { type: 'string' },
  rundown: { type: 'string' },
  transcript: { type: 'string' },
} as const;

/** Parses the import of a tape. */
function tapeOf([program, ...files]: string[], values: Partial<Record<string, string | boolean>>): TapeOrder {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : null);
  const until = text('until');
  if (until !== null) parseDay(until);
  const read = (name: string) => {
    const file = text(name);
    return file === null ? null : readFileSync(file, 'utf8');
  };
  return {
    programId: parseNumber(program),
    files,
    startsAt: parseInstant(text('on-air') ?? undefined),
    title: text('title'),
    // Until the end of the day.
    availableUntil: until === null ? null : instantHk(until, 24 * 60),
    rundown: read('rundown'),
    transcript: read('transcript'),
  };
}

function changeOf([verb, ...words]: string[], hand: Hand, config: Config): Change {
  const sound = archiveSound;
  const [first, second, third, fourth] = words;
  const stateOf = { hide: 'ended', 'take-down': 'taken_down', show: 'shown' } as const;
  switch (verb) {
    case 'recut':
      return async (tx, now) => {
        const day = parseDay(first);
        const changes = await recutDay(tx, { sound, settings: archiveSettingsOf(config), now }, day);
        const after = { changes: changes.length };
        await recordAudit(tx, hand, { action: 'archive.recut', subject: ['station-day', day], after }, now);
        const lines = changes.map(
          ({ kind, archiveId, programId, streamId, startsAt, endsAt, into }) =>
            `${kind}: ${archiveId} of programme ${programId} on ${streamId}, ${dateTimeHk(startsAt)} to ${dateTimeHk(endsAt)}${into === undefined ? '' : `, a part of ${into} now`}`,
        );
        return [...lines, `${changes.length} changes.`].join('\n');
      };
    case 'hide':
    case 'take-down':
    case 'show':
      return async (tx, now) => {
        const asked = { archiveId: parseNumber(first), state: stateOf[verb] };
        const { archiveId, before } = await setReplay(tx, { sound, now }, hand, asked);
        return `Broadcast ${archiveId}: ${before} → ${asked.state}.`;
      };
    case 'remove': {
      const why = WHYS.find((known) => known === fourth);
      if (why === undefined) throw new StartError(`The kind of removal must be rights, law or error. ${USAGE}`);
      const span = { streamId: parseNumber(first), startsAt: parseInstant(second), endsAt: parseInstant(third), why };
      return async (tx, now) => `Created removal ${await removeSpan(tx, { sound, now }, hand, span)}.`;
    }
    case 'restore':
      return async (tx, now) => {
        await restoreSpan(tx, { sound, now }, hand, parseNumber(first));
        return `Removal ${first} is restored.`;
      };
    case 'transcript':
    case 'rundown': {
      const given = { archiveId: parseNumber(first), text: readFileSync(second ?? '', 'utf8') };
      const take = verb === 'transcript' ? importTranscript : importRundown;
      return async (tx, now) => `${await take(tx, { now }, hand, given)} cues imported.`;
    }
    case 'switch-off':
    case 'switch-on': {
      if (!first || (verb === 'switch-off' && !second)) throw new StartError(USAGE);
      const asked = { name: first, message: verb === 'switch-off' ? (second ?? '') : null };
      return async (tx, now) => {
        await setFunction(tx, { now }, hand, asked);
        return `Function "${first}" is switched ${verb === 'switch-off' ? 'off' : 'on'}.`;
      };
    }
    case undefined:
    default:
      throw new StartError(USAGE);
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: OPTIONS,
  });
  const { who = '', why = '', do: isMeant } = values;
  if (!who.trim() || !why.trim()) throw new StartError(`--who and --why are required. ${USAGE}`);
  const config = readConfig(process.env);
  const hand = { who, why };
  const [verb, ...words] = positionals;
  const tape = verb === 'import-tape' ? await readTape(tapeOf(words, values)) : null;
  const change = tape ? tryTape(tape, { sound: archiveSound }, hand) : changeOf(positionals, hand, config);
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    if (tape && isMeant) {
      const storage = diskStorage(join(resolve(config.DATA_DIR), 'media'));
      console.log(await importTapeOf(tape, { db: database.db, storage, sound: archiveSound, now: new Date() }, hand));
    } else {
      const said = await runVerb(database.db, isMeant, async (tx) => [await change(tx, new Date())]);
      console.log(said.join('\n'));
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof DomainError && typeof error.detail === 'string' ? error.detail : explain(error));
  process.exit(1);
}
