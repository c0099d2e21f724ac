// npm run staff -- list | invite ADDRESS ROLE NAME | invite-again ACCOUNT | disable ACCOUNT | break-glass ADDRESS, changes with --who and --why:
// people who may enter the desk. `invite` makes the first administrator; others are invited at the desk. Uses the running
// station's database.
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/database.ts';
import { breakGlass } from '#domain/staff/break-glass.ts';
import { disableAccount, inviteAgain, inviteStaff, listStaff } from '#domain/staff/staff.ts';
import { readConfig } from '#server/config.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { explain, StartError } from './start-errors.ts';
import { argumentParsers } from './words-of.ts';

const USAGE = `Usage (each change needs --who NAME --why REASON):
  npm run staff -- list                        list accounts with their roles
  npm run staff -- invite ADDRESS ROLE NAME    invite a person; the link is printed and mailed, and valid for 48 hours
  npm run staff -- invite-again ACCOUNT        send an invited person a new link
  npm run staff -- disable ACCOUNT             disable an account and end its sessions
  npm run staff -- break-glass ADDRESS         give an account every permission for an hour, and alarm all administrators
Roles: presenter, editor, chief-editor, producer, engineer, finance, finance-chief, support, sales, auditor, administrator.`;
const { parseNumber } = argumentParsers(USAGE);

try {
  const { values: hand, positionals } = parseArgs({
    allowPositionals: true,
    options: { who: { type: 'string', default: '' }, why: { type: 'string', default: '' } },
  });
  const [verb, first = '', role = '', ...name] = positionals;
  if (verb !== 'list' && (!hand.who.trim() || !hand.why.trim()))
    throw new StartError(verb === undefined ? USAGE : `Both --who NAME and --why REASON are required. ${USAGE}`);
  const config = readConfig(process.env);
  if (config.desk === null) throw new StartError('There is no desk: set DESK_URL.');
  const services = { deskUrl: config.desk.url };
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  const now = new Date();
  try {
    const { db } = database;
    switch (verb) {
      case 'list':
        for (const { id, name: known, email, state, roles } of await listStaff(db))
          console.log(
            `${id}  ${state}  ${known}  ${email}  ${roles.map(({ role: held, scope }) => (scope ? `${held} of ${scope.kind} ${scope.id}` : held)).join(', ')}`,
          );
        break;
      case 'invite': {
        const person = { email: first, role, name: name.join(' '), scope: null };
        const { accountId, url } = await db.transaction((tx) => inviteStaff(tx, services, hand, person, now));
        console.log(`Account ${accountId} is invited. The link is valid for 48 hours:\n${url}`);
        break;
      }
      case 'invite-again':
        console.log(await db.transaction((tx) => inviteAgain(tx, services, hand, parseNumber(first), now)));
        break;
      case 'disable':
        await db.transaction((tx) => disableAccount(tx, hand, parseNumber(first), now));
        console.log(`Account ${first} is disabled.`);
        break;
      case 'break-glass': {
        const { until } = await db.transaction((tx) => breakGlass(tx, services, hand, first, now));
        console.log(
          `${first} has every permission until ${dateTimeHk(until)}. They must log in again. All administrators get a mail.`,
        );
        break;
      }
      case undefined:
      default:
        throw new StartError(USAGE);
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error((error instanceof DomainError ? error.sentence : null) ?? explain(error));
  process.exit(1);
}
