// Sends notifications in a separate process that tests and the bench kill. Uses DATABASE_URL. It begins at the first line,
// and kills itself at the answer of a push service number KILL_AT: the message has arrived, and nobody has written that
// down.
import { once } from 'node:events';
import { openDatabase } from '#db/database.ts';
import { sendDue } from '#domain/push/sending.ts';
import { sendingServicesOf } from './push.ts';

const { DATABASE_URL: url = '', KILL_AT: killAt = '0', NOW: instant = '' } = process.env;
const database = openDatabase(url);
const services = sendingServicesOf(database);
const clock = instant === '' ? () => new Date() : () => new Date(instant);
let answers = 0;
const send: typeof services.send = async (request) => {
  const answer = await services.send(request);
  answers += 1;
  if (answers === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  return answer;
};
process.stdout.write('ready\n');
await once(process.stdin, 'data');
await sendDue({ ...services, send }, clock, new AbortController().signal);
await database.close();
process.exit(0);
