// npm run encoder -- add 903 NAME | list | remove NAME: who may push sound to a channel. It asks the running station's
// database; a new token holds at once.
import { randomBytes } from 'node:crypto';
import { openDatabase } from '#db/database.ts';
import { listEncoders, registerEncoder, withdrawEncoder } from '#domain/media/media.ts';
import { readConfig } from '#server/config.ts';
import { CHANNEL_IDS, isChannelId } from '#shared/enums.ts';
import { explain, StartError } from './prepare.ts';
import { runningDatabaseUrl } from './running-database.ts';

const USAGE = 'Use: npm run encoder -- add CHANNEL NAME, npm run encoder -- list, or npm run encoder -- remove NAME.';
const NAME = /^[\w.-]{1,60}$/;

try {
  const [verb, ...words] = process.argv.slice(2);
  const [channel, addName] = words;
  const name = verb === 'add' ? addName : channel;
  const channelId = Number(channel);
  if (verb !== 'add' && verb !== 'remove' && verb !== 'list') throw new StartError(USAGE);
  if (verb === 'add' && !isChannelId(channelId))
    throw new StartError(`There is no channel ${channel ?? ''}: use ${CHANNEL_IDS.join(', ')}.`);
  if (verb !== 'list' && !NAME.test(name ?? ''))
    throw new StartError(`Name the encoder with letters, digits, dots and dashes. ${USAGE}`);

  const database = openDatabase(runningDatabaseUrl(readConfig(process.env)), { max: 1 });
  try {
    const on = { db: database.db };
    if (verb === 'add') {
      const token = randomBytes(32).toString('base64url');
      await registerEncoder(on, { channelId, name: name!, token });
      console.log(`${name} may push to ${channelId} with this token, which is shown once:\n${token}`);
    } else if (verb === 'remove') {
      await withdrawEncoder(on, name!);
      console.log(`${name} may push no more.`);
    } else {
      console.table(
        (await listEncoders(on)).map(({ name: known, channelId: of, isActive, placedAt }) => ({
          name: known,
          channel: of,
          'may push': isActive,
          'last sound on air': placedAt?.toISOString() ?? '',
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
