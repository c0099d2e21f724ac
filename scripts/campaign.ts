// npm run campaign -- VERB … [--who NAME --why REASON] [--do]: manages campaigns and invitations. Changes require who
// and why, and are a dry run unless --do is given. Uses the running station's database; changes take effect
// immediately.
import { parseArgs } from 'node:util';
import { openDatabase, type Db } from '#db/database.ts';
import { campaignActions } from '#domain/campaigns/campaigns.actions.ts';
import { isDeliveryStep } from '#domain/campaigns/campaigns.rules.ts';
import { countReturns, findCampaigns, findDeliveries, findNamesToRead } from '#domain/campaigns/station.ts';
import { invitationActions } from '#domain/invitations/invitations.actions.ts';
import { listInvitations } from '#domain/invitations/invitations.ts';
import { readConfig } from '#server/config.ts';
import { secretKeyOf } from '#server/services/secret-key.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { StartError } from './start-errors.ts';
import { argumentParsers } from './words-of.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { refusalText, runAction, type ActionOfVerb, type ActionOutput } from './run-action.ts';
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
const MAX_LISTED = 500;

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
    (await findNamesToRead(db, await idOf(db, name), MAX_LISTED)).map(
      ({ orderId, airName, day }) => `order ${orderId}  ${day ?? ''}  ${airName}`,
    ),
  'to-deliver': async (db, [name]) =>
    (await findDeliveries(db, await idOf(db, name), { states: ['waiting', 'packed'], limit: MAX_LISTED })).map(
      ({ orderId, supporterNo, state, hasAddress }) =>
        `order ${orderId}  number ${supporterNo}  ${state}${hasAddress ? '' : '  no address yet'}`,
    ),
  returns: async (db, [name]) =>
    (await countReturns(db, await idOf(db, name))).map(
      ({ state, orders, cents }) => `${state}: ${orders} orders, ${exactHk(cents)}`,
    ),
  answers: async (db, [event]) =>
    (await listInvitations(db, parseNumber(event), MAX_LISTED)).map(
      ({ id, givenName, state, seats, guests }) => `${id}  ${givenName}  ${state}  ${seats}  ${guests.join(', ')}`,
    ),
};

// CHANGES

/** The action of a verb, and what is said when it is done. */
interface Change extends ActionOfVerb {
  say: (result: ActionOutput) => string;
}

interface Given {
  words: string[];
  why: string;
  tracking: string | null;
}

const seconds = (text: string | undefined): number => parseInstant(text).getTime() / 1000;

const CHANGES: Readonly<Record<string, (given: Given) => Change>> = {
  open: ({ words: [name] }) => ({
    name: 'campaigns.open',
    input: { campaign: wordOf(name, 'A campaign') },
    say: () => `${name} is open.`,
  }),
  close: ({ words: [name] }) => ({
    name: 'campaigns.close',
    input: { campaign: wordOf(name, 'A campaign') },
    say: () => `${name} is closed.`,
  }),
  fail: ({ words: [name] }) => ({
    name: 'campaigns.fail',
    input: { campaign: wordOf(name, 'A campaign') },
    say: ({ orders }) => `${name} failed; ${orders} orders are being refunded, 60 per minute.`,
  }),
  deliver: ({ words: [order, to = ''], tracking }) => {
    if (!isDeliveryStep(to))
      throw new StartError(`${to === '' ? 'A delivery state is required' : `Unknown delivery state "${to}"`}. ${HINT}`);
    const input = { order_id: parseNumber(order), to, tracking };
    return { name: 'campaigns.deliver', input, say: () => `Order ${order} is ${to}.` };
  },
  name: ({ words: [order, verdict] }) => {
    if (verdict !== 'good' && verdict !== 'bad') throw new StartError(`The verdict must be good or bad. ${HINT}`);
    const input = { order_id: parseNumber(order), is_good: verdict === 'good' };
    return { name: 'campaigns.name', input, say: () => `The name of order ${order} is ${verdict}.` };
  },
  played: ({ words: [name, text, broadcast, from, to] }) => {
    const day = parseDay(text);
    const input = {
      campaign: wordOf(name, 'A campaign'),
      day,
      archive_id: parseNumber(broadcast),
      starts_ts: seconds(from),
      ends_ts: seconds(to),
    };
    const say = () => `Recorded that ${day} was on air; the supporter is notified.`;
    return { name: 'campaigns.played', input, say };
  },
  invite: ({ words: [event, givenName, email, seats] }) => ({
    name: 'invitations.create',
    input: {
      event_id: parseNumber(event),
      given_name: wordOf(givenName, 'A name'),
      email: wordOf(email, 'An address'),
      seats: parseNumber(seats),
    },
    say: ({ invitation_id: id }) => `Invitation ${id} will be mailed.`,
  }),
  'cancel-event': ({ words: [event], why }) => ({
    name: 'invitations.cancel-event',
    input: { event_id: parseNumber(event), words: why },
    say: ({ told }) => `Event ${event} is cancelled; ${told} guests are notified.`,
  }),
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
  const changeOf = Object.hasOwn(CHANGES, verb) ? CHANGES[verb] : undefined;
  if (!look && !changeOf) throw new StartError(verb === '' ? USAGE : `Unknown command "${verb}". ${HINT}`);
  const { who, why, tracking = null, do: isMeant } = values;
  if (changeOf && (!who.trim() || !why.trim())) throw new StartError('Both --who NAME and --why REASON are required.');
  const change = changeOf?.({ words, why, tracking });
  const config = readConfig(process.env);
  const links = { siteUrl: config.siteUrl, secretKey: secretKeyOf(config) };
  const actions = [...campaignActions(links), ...invitationActions(links)];
  const database = openDatabase(runningDatabaseUrl(config), { max: 1 });
  try {
    if (look) console.log((await look(database.db, words)).join('\n'));
    if (change) {
      const call = { hand: { who, why }, now: new Date(), isPreview: !isMeant };
      const said = await runVerb(database.db, isMeant, async (tx) => [
        change.say(await runAction(tx, actions, change, call)),
      ]);
      console.log(said.join('\n'));
    }
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(refusalText(error));
  process.exit(1);
}
