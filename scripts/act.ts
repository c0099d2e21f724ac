// npm run act [-- ACTION [INPUT] [--who NAME --why REASON] [--do]]: lists the actions of the desk, shows what one takes,
// or runs it by the same function as the desk. A dry run unless --do is given. Uses the running station's database; changes
// take effect immediately.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tellStaff } from '#db/notifications.ts';
import { actionNamed, keepUndo, runPrepared } from '#domain/actions/actions.ts';
import { readConfig, type Config } from '#server/config.ts';
import { deskActions } from '#server/desk/desk-actions.ts';
import { createLog } from '#server/operations/log.ts';
import { createRuntime } from '#server/runtime.ts';
import { liveKindOf } from '#shared/staff/live.ts';
import { runVerb } from './dry-run.ts';
import { explain, StartError } from './start-errors.ts';
import { refusalText } from './run-action.ts';
import { runningDatabaseUrl } from './running-database.ts';

const USAGE = `Usage:
  npm run act                              list actions with the permission that each needs at the desk
  npm run act -- ACTION                    show the shape of its input, as a JSON schema
  npm run act -- ACTION INPUT --who NAME --why REASON [--do]   run it; INPUT is JSON, or the name of a file with it
An action that needs a second person for its input is refused here: ask for it at the desk.`;

/** JSON, or the text of a file with it. */
function inputOf(text: string): unknown {
  try {
    return JSON.parse(/^\s*[{[]/.test(text) ? text : readFileSync(text, 'utf8'));
  } catch (error) {
    throw new StartError(`The input is neither JSON nor a file with JSON: ${explain(error)}`);
  }
}

const line = (values: Record<string, unknown> | null): string => (values === null ? '—' : JSON.stringify(values));

async function run(config: Config, [name, text]: string[], { who, why, isMeant }: Run): Promise<string[]> {
  const databaseUrl = runningDatabaseUrl(config);
  const runtime = createRuntime(config, new Set(), { databaseUrl, log: createLog('silent') });
  try {
    const actions = deskActions(runtime, config.desk?.url ?? config.siteUrl);
    if (name === undefined)
      return actions.map(({ name: known, permission }) => `${known.padEnd(30)} ${permission}`).toSorted();
    const action = actionNamed(actions, name);
    if (text === undefined) return [JSON.stringify(action.inputSchema(), null, 2)];
    if (!who.trim() || !why.trim()) throw new StartError(`Both --who NAME and --why REASON are required. ${USAGE}`);
    const prepared = action.prepare(inputOf(text));
    return await runVerb(runtime.database.db, isMeant, async (tx) => {
      const call = { hand: { who, why }, now: new Date(), isPreview: !isMeant };
      if (await prepared.needsSecondPerson(tx, call))
        throw new StartError(`${name} needs a second person for this input: ask for it at the desk.`);
      const ran = await runPrepared(tx, action, prepared, call);
      await keepUndo(tx, ran, call.now);
      await tellStaff(tx, liveKindOf(name));
      return [
        ...ran.rows.map(
          (row) => `${row.action}  ${row.subject_kind} ${row.subject_id}  ${line(row.before)} → ${line(row.after)}`,
        ),
        line({ ...ran.done.result, ...(isMeant ? ran.done.secret : {}) }),
      ];
    });
  } finally {
    await runtime.database.close();
  }
}

interface Run {
  who: string;
  why: string;
  isMeant: boolean;
}

/** What the command prints for its words. Throws why it was refused. */
export async function act(words: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      who: { type: 'string', default: '' },
      why: { type: 'string', default: '' },
      do: { type: 'boolean', default: false },
    },
  });
  return (await run(readConfig(env), positionals, { ...values, isMeant: values.do })).join('\n');
}

if (import.meta.main)
  await act(process.argv.slice(2), process.env).then(
    (said) => console.log(said),
    (error: unknown) => {
      console.error(refusalText(error));
      process.exit(1);
    },
  );
