// npm run encoder -- list | add STREAM NAME | remove NAME, the last two with --who PERSON --why REASON: manages encoders
// that may push to a channel or an event. Uses the running station's database; a new token is valid immediately.
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/database.ts';
import { listEncoders } from '#domain/media/media.ts';
import { encoderActions } from '#domain/on-air/encoders.actions.ts';
import { readConfig } from '#server/config.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { refusalText, runAction, type ActionOfVerb } from './run-action.ts';
import { StartError } from './start-errors.ts';

const USAGE = `Usage:
  npm run encoder -- list              list encoders and when each was last on air
  npm run encoder -- add STREAM NAME   issue a token; the same name again gets another, and the old one ends
  npm run encoder -- remove NAME       revoke a token at once
The last two need --who PERSON --why REASON.`;
const NAME = /^[\w.-]{1,60}$/;

try {
  const { values: hand, positionals } = parseArgs({
    allowPositionals: true,
    options: { who: { type: 'string', default: '' }, why: { type: 'string', default: '' } },
  });
  const [verb, ...words] = positionals;
  const [stream, addName] = words;
  const name = verb === 'add' ? addName : stream;
  const streamId = /^\d{1,9}$/.test(stream ?? '') ? Number(stream) : 0;
  if (verb !== 'add' && verb !== 'remove' && verb !== 'list') throw new StartError(USAGE);
  if (verb !== 'list' && !NAME.test(name ?? ''))
    throw new StartError(`The name of an encoder must consist of letters, digits, dots and hyphens. ${USAGE}`);

  if (verb !== 'list' && (!hand.who.trim() || !hand.why.trim()))
    throw new StartError('Both --who PERSON and --why REASON are required.');
  const now = new Date();
  const database = openDatabase(runningDatabaseUrl(readConfig(process.env)), { max: 1 });
  try {
    const on = { db: database.db };
    const run = (change: ActionOfVerb) =>
      on.db.transaction((tx) => runAction(tx, encoderActions(), change, { hand, now, isPreview: false }));
    if (verb === 'add') {
      const { token } = await run({ name: 'encoders.register', input: { stream_id: streamId, name } });
      console.log(
        `Encoder "${name}" may push to stream ${streamId} with this token, which is shown only once:\n${token}`,
      );
    } else if (verb === 'remove') {
      await run({ name: 'encoders.withdraw', input: { name } });
      console.log(`Encoder "${name}" can no longer push.`);
    } else {
      console.table(
        (await listEncoders(on)).map(({ name: known, streamId: of, isActive, placedAt }) => ({
          name: known,
          stream: of,
          'may push': isActive,
          'last on air': placedAt?.toISOString() ?? '',
        })),
      );
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(refusalText(error));
  process.exit(1);
}
