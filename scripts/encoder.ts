// npm run encoder -- add STREAM NAME | list | remove NAME: manages encoders that may push to a channel or an event.
// Uses the running station's database; a new token is valid immediately.
import { randomBytes } from 'node:crypto';
import { openDatabase } from '#db/database.ts';
import { listEncoders, registerEncoder, withdrawEncoder } from '#domain/media/media.ts';
import { findStream } from '#domain/media/streams.ts';
import { readConfig } from '#server/config.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { explain, StartError } from './prepare.ts';
import { runningDatabaseUrl } from './running-database.ts';

const USAGE = 'Usage: npm run encoder -- add STREAM NAME, npm run encoder -- list, or npm run encoder -- remove NAME.';
const NAME = /^[\w.-]{1,60}$/;

try {
  const [verb, ...words] = process.argv.slice(2);
  const [stream, addName] = words;
  const name = verb === 'add' ? addName : stream;
  const streamId = /^\d{1,9}$/.test(stream ?? '') ? Number(stream) : 0;
  if (verb !== 'add' && verb !== 'remove' && verb !== 'list') throw new StartError(USAGE);
  if (verb !== 'list' && !NAME.test(name ?? ''))
    throw new StartError(`The name of an encoder must consist of letters, digits, dots and hyphens. ${USAGE}`);

  const database = openDatabase(runningDatabaseUrl(readConfig(process.env)), { max: 1 });
  try {
    const on = { db: database.db };
    if (verb === 'add') {
      const kind = (await findStream(on.db, streamId))?.kind;
      if (kind !== 'channel' && kind !== 'event')
        throw new StartError(
          `Stream "${stream ?? ''}" does not exist: use ${CHANNEL_IDS.join(', ')}, or the stream of an event.`,
        );
      const token = randomBytes(32).toString('base64url');
      await registerEncoder(on, { streamId, name: name!, token });
      console.log(
        `Encoder "${name}" may push to stream ${streamId} with this token, which is shown only once:\n${token}`,
      );
    } else if (verb === 'remove') {
      await withdrawEncoder(on, name!);
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
  console.error(explain(error));
  process.exit(1);
}
