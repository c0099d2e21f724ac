// npm run campaign -- VERB … [--who NAME --why REASON] [--do]: manages campaigns and invitations. Changes require who
// and why, and are a dry run unless --do is given. Uses the running station's database; changes take effect
// immediately.
import { parseArgs } from 'node:util';
import { openDatabase, type Db, type Tx } from '#db/database.ts';
import { isDeliveryStep } from '#domain/campaigns/campaigns.rules.ts';
import {
  closeCampaign,
  countReturns,
  deliver,
  failCampaign,
  findCampaigns,
  findNamesToRead,
  findToDeliver,
  notePlayed,
  openCampaign,
  readName,
} from '#domain/campaigns/station.ts';
import { cancelEvent, invite, listInvitations } from '#domain/invitations/invitations.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { readConfig } from '#server/config.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { explain, StartError } from './prepare.ts';
import { argumentParsers } from './words-of.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { runVerb } from './dry-run.ts';

const USAGE = `Usage, to inspect:
  npm run campaign -- list                          list campaigns with times, amounts and outcome
  npm run campaign -- names CAMPAIGN                list names to be reviewed, earliest day first
  npm run campaign -- to-deliver CAMPAIGN           list orders to be packed or sent
  npm run campaign -- returns CAMPAIGN              show the state of the refunds of a failed campaign
  npm run campaign -- answers EVENT                 list the replies to invitations
to change (each needs --who NAME --why REASON, and --do to apply the change):
  npm run campaign -- open CAMPAIGN                 open now
  npm run campaign -- close CAMPAIGN                close now; the outcome is decided within a minute
  npm run campaign -- fail CAMPAIGN                 refund what supporters have not received
  npm run campaign -- deliver ORDER packed|sent|received|waiting [--tracking NUMBER]
  npm run campaign -- name ORDER good|bad           approve a name, or ask the supporter for another
  npm run campaign -- played CAMPAIGN DAY BROADCAST FROM TO   record that a day was on air; times are in Hong Kong time, such as 2027-03-01T14:05:30
  npm run campaign -- invite EVENT NAME ADDRESS SEATS         mail an invitation code
  npm run campaign -- cancel-event EVENT            cancel an event and mail all guests the reason`;

const HINT = 'Run "npm run campaign" for usage.';
const { parseNumber, parseInstant, parseDay } = argumentParsers(HINT);
const MOST = 500;

function wordOf(text: string | undefined, what: string): string {
  if (!text) throw new StartError(`${what} is required. ${HINT}`);
  return text;
}

async function idOf(db: Db, name: string | undefined): Promise<number> {
  const found = (await findCampaigns(db)).find((campaign) => campaign.name === name);
  if (!found)
    throw new StartError(
      `${name === undefined ? 'A campaign is required' : `Campaign "${name}" does not exist`}. ${HINT}`,
    );
  return found.id;
}

// QUERIES

const LOOKS: Readonly<Record<string, (db: Db, words: string[]) => Promise<string[]>>> = {
  list: async (db) =>
    (await findCampaigns(db)).map(
      ({ name, kind, opensAt, closesAt, collectedCents, targetCents, supporters, endedAs }) =>
        `${name}  ${kind}  ${dateTimeHk(opensAt)} to ${dateTimeHk(closesAt)}  ${exactHk(collectedCents)}${targetCents === null ? '' : ` of ${exactHk(targetCents)}`}  ${supporters} supporters  ${endedAs ?? 'undecided'}`,
    ),
  names: async (db, [name]) =>
    (await findNamesToRead(db, await idOf(db, name), MOST)).map(
      ({ orderId, airName, day }) => `order ${orderId}  ${day ?? ''}  ${airName}`,
    ),
  'to-deliver': async (db, [name]) =>
    (await findToDeliver(db, await idOf(db, name), MOST)).map(
      ({ orderId, supporterNo, state, hasAddress }) =>
        `order ${orderId}  number ${supporterNo ?? ''}  ${state}${hasAddress ? '' : '  no address yet'}`,
    ),
  returns: async (db, [name]) => {
    const lines = Map.groupBy(await countReturns(db, await idOf(db, name)), ({ state }) => state);
    return [...lines].map(
      ([state, rows]) => `${state}: ${rows.length} orders, ${exactHk(rows.reduce((sum, { cents }) => sum + cents, 0))}`,
    );
  },
  answers: async (db, [event]) =>
    (await listInvitations(db, parseNumber(event), MOST)).map(
      ({ id, givenName, state, seats, guests }) => `${id}  ${givenName}  ${state}  ${seats}  ${guests.join(', ')}`,
    ),
};

// CHANGES

interface Around {
  hand: Hand;
  words: string[];
  tracking: string | null;
  services: { db: Db; siteUrl: string; secretKey: string; clock: () => Date };
}

const CHANGES: Readonly<Record<string, (tx: Tx, around: Around) => Promise<string>>> = {
  open: async (tx, { hand, words: [name], services }) => {
    await openCampaign(tx, hand, wordOf(name, 'A campaign'), services.clock());
    return `${name} is open.`;
  },
  close: async (tx, { hand, words: [name], services }) => {
    await closeCampaign(tx, hand, wordOf(name, 'A campaign'), services.clock());
    return `${name} is closed.`;
  },
  fail: async (tx, { hand, words: [name], services }) => {
    const orders = await failCampaign(tx, hand, wordOf(name, 'A campaign'), services.clock());
    return `${name} failed; ${orders} orders are being refunded, 60 per minute.`;
  },
  deliver: async (tx, { hand, words: [order, to = ''], tracking, services }) => {
    if (!isDeliveryStep(to))
      throw new StartError(`${to === '' ? 'A delivery state is required' : `Unknown delivery state "${to}"`}. ${HINT}`);
    await deliver(tx, services, hand, { orderId: parseNumber(order), to, tracking });
    return `Order ${order} is ${to}.`;
  },
  name: async (tx, { hand, words: [order, verdict], services }) => {
    if (verdict !== 'good' && verdict !== 'bad') throw new StartError(`The verdict must be good or bad. ${HINT}`);
    await readName(tx, services, hand, { orderId: parseNumber(order), isGood: verdict === 'good' });
    return `The name of order ${order} is ${verdict}.`;
  },
  played: async (tx, { hand, words: [name, text, broadcast, from, to], services }) => {
    const day = parseDay(text);
    await notePlayed(tx, services, hand, {
      name: wordOf(name, 'A campaign'),
      dayHk: day,
      archiveId: parseNumber(broadcast),
      startsAt: parseInstant(from),
      endsAt: parseInstant(to),
    });
    return `Recorded that ${day} was on air; the supporter is notified.`;
  },
  invite: async (tx, { hand, words: [event, givenName, email, seats], services }) => {
    const eventId = parseNumber(event);
    const id = await invite(tx, services, {
      eventId,
      givenName: wordOf(givenName, 'A name'),
      email: wordOf(email, 'An address'),
      maxSeats: parseNumber(seats),
    });
    const entry = {
      action: 'invitations.create',
      subject: ['guest-event', eventId],
      after: { invitation: id },
    } as const;
    await recordAudit(tx, hand, entry, services.clock());
    return `Invitation ${id} will be mailed.`;
  },
  'cancel-event': async (tx, { hand, words: [event], services }) => {
    const eventId = parseNumber(event);
    const now = services.clock();
    const told = await cancelEvent(tx, services, { eventId, why: hand.why }, now);
    const entry = { action: 'invitations.cancel-event', subject: ['guest-event', eventId], after: { told } } as const;
    await recordAudit(tx, hand, entry, now);
    return `Event ${eventId} is cancelled; ${told} guests are notified.`;
  },
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      who: { type: 'string', default: '' },
      why: { type: 'string', default: '' },
      tracking: { type: 'string' },
      do: { type: 'boolean', default: false },
    },
  });
  const [verb = '', ...words] = positionals;
  const look = Object.hasOwn(LOOKS, verb) ? LOOKS[verb] : undefined;
  const change = Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  if (!look && !change) throw new StartError(verb === '' ? USAGE : `Unknown command "${verb}". ${HINT}`);
  const { who, why, tracking = null, do: isMeant } = values;
  if (change && (!who.trim() || !why.trim())) throw new StartError('Both --who NAME and --why REASON are required.');
  const config = readConfig(process.env);
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    if (look) console.log((await look(database.db, words)).join('\n'));
    if (change) {
      const said = await runVerb(database.db, isMeant, async (tx) => {
        const services = { db: tx, siteUrl: config.siteUrl, secretKey: secretKeyOf(config), clock: () => new Date() };
        return [await change(tx, { hand: { who, why }, words, tracking, services })];
      });
      console.log(said.join('\n'));
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof DomainError && typeof error.detail === 'string' ? error.detail : explain(error));
  process.exit(1);
}
