// npm run captioner -- list | add STREAM NAME | remove NAME, the last two with --who PERSON --why REASON: manages who may
// caption a channel or an event while it is on the air. Uses the running station's database; a new token is valid immediately.
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/database.ts';
import { captionerActions } from '#domain/archive/captions/captioners.actions.ts';
import { listCaptioners } from '#domain/archive/captions/captioners.ts';
import { readConfig } from '#server/config.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { refusalText, runAction, type ActionOfVerb } from './run-action.ts';
import { StartError } from './start-errors.ts';

const USAGE = `Usage:
  npm run captioner -- list               list captioners and when each last sent
  npm run captioner -- add STREAM NAME    issue a token; the same name again gets another, and the old one ends
  npm run captioner -- remove NAME        revoke a token at once
The last two need --who PERSON --why REASON.`;

/** What a verb runs; null for the list. */
function changeOf([verb, ...words]: readonly string[]): ActionOfVerb | null {
  const [first = '', second = ''] = words;
  if (verb === 'list' && words.length === 0) return null;
  if (verb === 'add' && words.length === 2)
    return { name: 'captioners.register', input: { stream_id: Number(first), name: second } };
  if (verb === 'remove' && words.length === 1) return { name: 'captioners.withdraw', input: { name: first } };
  throw new StartError(USAGE);
}

try {
  const { values: hand, positionals } = parseArgs({
    allowPositionals: true,
    options: { who: { type: 'string', default: '' }, why: { type: 'string', default: '' } },
  });
  const change = changeOf(positionals);
  if (change !== null && (!hand.who.trim() || !hand.why.trim()))
    throw new StartError('Both --who PERSON and --why REASON are required.');
  const now = new Date();
  const database = openDatabase(runningDatabaseUrl(readConfig(process.env)), { max: 1 });
  const { db } = database;
  try {
    if (change === null) {
      console.table(
        (await listCaptioners(db)).map(({ name, streamId, isActive, sentAt }) => ({
          name,
          stream: streamId,
          'may push': isActive,
          'last sent': sentAt?.toISOString() ?? '',
        })),
      );
    } else {
      const { token } = await db.transaction((tx) =>
        runAction(tx, captionerActions(), change, { hand, now, isPreview: false }),
      );
      console.log(
        token === undefined
          ? 'This captioner can no longer push.'
          : `"${positionals[2]}" may caption ${positionals[1]} with this token, which is shown only once:\n${token}`,
      );
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(refusalText(error));
  process.exit(1);
}
