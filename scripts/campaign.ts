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
import { audit, type Hand } from '#domain/payments/payments.ts';
import { readConfig } from '#server/config.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { explain, StartError } from './prepare.ts';
import { wordsOf } from './words-of.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { tryOrDo } from './try-or-do.ts';

const USAGE = `Use, to look:
  npm run campaign -- list                          every campaign: its times, what it has, what became of it
  npm run campaign -- names CAMPAIGN                names that wait to be read, the days that come first, first
  npm run campaign -- to-deliver CAMPAIGN           orders whose goods wait to be packed or sent
  npm run campaign -- returns CAMPAIGN              how a failed one goes back
  npm run campaign -- answers EVENT                 who has answered what
and to change, each with --who NAME --why REASON, and --do to do it:
  npm run campaign -- open CAMPAIGN                 begins now
  npm run campaign -- close CAMPAIGN                ends now; what became of it follows within a minute
  npm run campaign -- fail CAMPAIGN                 what supporters did not get goes back
  npm run campaign -- deliver ORDER packed|sent|received|waiting [--tracking NUMBER]
  npm run campaign -- name ORDER good|bad           read as it stands, or its supporter is asked for another
  npm run campaign -- played CAMPAIGN DAY BROADCAST FROM TO   a day was on air; times are Hong Kong's, such as 2027-03-01T14:05:30
  npm run campaign -- invite EVENT NAME ADDRESS SEATS         mails somebody a code
  npm run campaign -- cancel-event EVENT            tells everybody who comes or waits, with the reason`;

const HINT = 'npm run campaign alone tells every verb with its words.';
const { number: numberOf, instant: instantOf, day: dayOf } = wordsOf(HINT);
const MOST = 500;

function wordOf(text: string | undefined, what: string): string {
  if (!text) throw new StartError(`Say ${what}. ${HINT}`);
  return text;
}

async function idOf(db: Db, name: string | undefined): Promise<number> {
  const found = (await findCampaigns(db)).find((campaign) => campaign.name === name);
  if (!found) throw new StartError(`${name ?? 'Nothing'} is no campaign. ${HINT}`);
  return found.id;
}

// QUERIES

const LOOKS: Readonly<Record<string, (db: Db, words: string[]) => Promise<string[]>>> = {
  list: async (db) =>
    (await findCampaigns(db)).map(
      ({ name, kind, opensAt, closesAt, collectedCents, targetCents, supporters, endedAs }) =>
        `${name}  ${kind}  ${dateTimeHk(opensAt)} to ${dateTimeHk(closesAt)}  ${exactHk(collectedCents)}${targetCents === null ? '' : ` of ${exactHk(targetCents)}`}  ${supporters} supporters  ${endedAs ?? 'not decided'}`,
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
    (await listInvitations(db, numberOf(event), MOST)).map(
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
    await openCampaign(tx, hand, wordOf(name, 'which campaign'), services.clock());
    return `${name} is open.`;
  },
  close: async (tx, { hand, words: [name], services }) => {
    await closeCampaign(tx, hand, wordOf(name, 'which campaign'), services.clock());
    return `${name} is closed.`;
  },
  fail: async (tx, { hand, words: [name], services }) => {
    const orders = await failCampaign(tx, hand, wordOf(name, 'which campaign'), services.clock());
    return `${name} failed: ${orders} orders go back, sixty a minute.`;
  },
  deliver: async (tx, { hand, words: [order, to = ''], tracking, services }) => {
    if (!isDeliveryStep(to)) throw new StartError(`${to || 'Nothing'} is no step of a delivery. ${HINT}`);
    await deliver(tx, services, hand, { orderId: numberOf(order), to, tracking });
    return `Order ${order} is ${to}.`;
  },
  name: async (tx, { hand, words: [order, verdict], services }) => {
    if (verdict !== 'good' && verdict !== 'bad') throw new StartError(`Say good or bad. ${HINT}`);
    await readName(tx, services, hand, { orderId: numberOf(order), isGood: verdict === 'good' });
    return `The name of order ${order} is ${verdict}.`;
  },
  played: async (tx, { hand, words: [name, text, broadcast, from, to], services }) => {
    const day = dayOf(text);
    await notePlayed(tx, services, hand, {
      name: wordOf(name, 'which campaign'),
      dayHk: day,
      archiveId: numberOf(broadcast),
      startsAt: instantOf(from),
      endsAt: instantOf(to),
    });
    return `${day} was on air; its supporter is told.`;
  },
  invite: async (tx, { hand, words: [event, givenName, email, seats], services }) => {
    const eventId = numberOf(event);
    const id = await invite(tx, services, {
      eventId,
      givenName: wordOf(givenName, 'a name'),
      email: wordOf(email, 'an address'),
      maxSeats: numberOf(seats),
    });
    await audit(tx, hand, 'invite', { event: eventId, invitation: id }, null, services.clock());
    return `Invitation ${id} is mailed.`;
  },
  'cancel-event': async (tx, { hand, words: [event], services }) => {
    const eventId = numberOf(event);
    const now = services.clock();
    const told = await cancelEvent(tx, services, { eventId, why: hand.why }, now);
    await audit(tx, hand, 'cancel event', { event: eventId, told }, null, now);
    return `Event ${eventId} is cancelled; ${told} are told why.`;
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
  if (!look && !change) throw new StartError(verb === '' ? USAGE : `${verb} is no verb. ${HINT}`);
  const { who, why, tracking = null, do: isMeant } = values;
  if (change && (!who.trim() || !why.trim())) throw new StartError('Say who you are and why: --who NAME --why REASON.');
  const config = readConfig(process.env);
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    if (look) console.log((await look(database.db, words)).join('\n'));
    if (change) {
      const said = await tryOrDo(database.db, isMeant, async (tx) => {
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
