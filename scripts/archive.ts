// npm run archive -- VERB … --who NAME --why REASON [--do]: audited manual changes to replays, by the actions of the desk. A
// dry run unless --do is given. Uses the running station's database; changes take effect immediately. `import-tape` is no
// action: it reads files of this machine and stores their sound, which takes longer than a transaction may.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type Tx } from '#db/database.ts';
import type { ActionCall } from '#domain/actions/actions.ts';
import { archiveActions } from '#domain/archive/archive.actions.ts';
import { archiveSettingsOf, archiveSound } from '#server/services/playing/archive.ts';
import { readConfig, type Config } from '#server/config.ts';
import { importTapeOf, readTape, tryTape, type TapeOrder } from '#server/services/playing/import-tape.ts';
import { openStores } from '#server/services/storage.ts';
import { instantHk, unixSeconds } from '#shared/hk-time.ts';
import { StartError } from './start-errors.ts';
import { argumentParsers } from './words-of.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { runVerb } from './dry-run.ts';
import { refusalText, runAction, type ActionOutput } from './run-action.ts';

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
    files: files.map((path) => ({ path, name: basename(path) })),
    startsAt: parseInstant(text('on-air') ?? undefined),
    title: text('title'),
    // Until the end of the day.
    availableUntil: until === null ? null : instantHk(until, 24 * 60),
    rundown: read('rundown'),
    transcript: read('transcript'),
  };
}

/** An action by its words, and what is said of its result. */
interface Verb {
  name: string;
  input: object;
  said: (result: ActionOutput) => string;
}

const STATE_VERBS = ['hide', 'take-down', 'show'];

function verbOf([verb, ...words]: string[]): Verb {
  const [first, second, third, fourth] = words;
  if (verb !== undefined && STATE_VERBS.includes(verb))
    return {
      name: `archive.${verb}`,
      input: { archive_id: parseNumber(first) },
      said: ({ archive_id: id, before, after }) => `Broadcast ${id}: ${before} → ${after}.`,
    };
  switch (verb) {
    case 'recut':
      return {
        name: 'archive.recut',
        input: { day: parseDay(first) },
        said: ({ changes }) => {
          const lines = changes as unknown as string[];
          return [...lines, `${lines.length} changes.`].join('\n');
        },
      };
    case 'remove': {
      const why = WHYS.find((known) => known === fourth);
      if (why === undefined) throw new StartError(`The kind of removal must be rights, law or error. ${USAGE}`);
      const [from, to] = [parseInstant(second), parseInstant(third)].map(unixSeconds);
      return {
        name: 'archive.remove-span',
        input: { stream_id: parseNumber(first), starts_ts: from, ends_ts: to, why },
        said: ({ removal_id: id }) => `Created removal ${id}.`,
      };
    }
    case 'restore':
      return {
        name: 'archive.restore-span',
        input: { removal_id: parseNumber(first) },
        said: () => `Removal ${first} is restored.`,
      };
    case 'transcript':
    case 'rundown':
      return {
        name: `archive.import-${verb}`,
        input: { archive_id: parseNumber(first), text: readFileSync(second ?? '', 'utf8') },
        said: ({ cues }) => `${cues} cues imported.`,
      };
    case 'switch-off':
    case 'switch-on': {
      if (!first || (verb === 'switch-off' && !second)) throw new StartError(USAGE);
      return {
        name: `functions.${verb}`,
        input: { name: first, ...(verb === 'switch-off' && { message: second }) },
        said: () => `Function "${first}" is switched ${verb === 'switch-off' ? 'off' : 'on'}.`,
      };
    }
    case undefined:
    default:
      throw new StartError(USAGE);
  }
}

/** Runs the action of the words, as the desk does. */
function changeOf(positionals: string[], config: Config, call: Omit<ActionCall, 'now'>): Change {
  const { name, input, said } = verbOf(positionals);
  const actions = archiveActions({ sound: archiveSound, settings: archiveSettingsOf(config) });
  return async (tx, now) => said(await runAction(tx, actions, { name, input }, { ...call, now }));
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
  const change = tape
    ? tryTape(tape, { sound: archiveSound }, hand)
    : changeOf(positionals, config, { hand, isPreview: !isMeant });
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    if (tape && isMeant) {
      const { storage } = openStores(config);
      console.log(await importTapeOf(tape, { db: database.db, storage, sound: archiveSound, now: new Date() }, hand));
    } else {
      const said = await runVerb(database.db, isMeant, async (tx) => [await change(tx, new Date())]);
      console.log(said.join('\n'));
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(refusalText(error));
  process.exit(1);
}
