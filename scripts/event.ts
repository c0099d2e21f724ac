// npm run event -- VERB … [--who NAME --why REASON] [--do]: operates live events. Changes require who and why, are
// recorded permanently, and are a dry run unless --do is given. Uses the running station's database; changes take
// effect immediately.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase, type Db } from '#db/database.ts';
import { diagnosticStory } from '#domain/diagnostics/diagnostics.ts';
import { eventActions } from '#domain/events/events.actions.ts';
import { listEvents } from '#domain/events/events.ts';
import { eventStory } from '#domain/events/running.ts';
import { readConfig } from '#server/config.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { StartError } from './start-errors.ts';
import { argumentParsers } from './words-of.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { refusalText, runAction, type ActionOfVerb, type ActionOutput } from './run-action.ts';
import { runVerb } from './dry-run.ts';

const USAGE = `Usage, to inspect:
  npm run event -- list                             list current, coming and replayable events
  npm run event -- story ID                         show its state, running order and audit log
  npm run event -- diagnostic CODE                  show the measurements of a device, and the tickets, queue entries and playback of its member
to change (each needs --who NAME --why REASON, and --do to apply the change):
  npm run event -- add FILE.json                    create an event; then register encoders for its stream
  npm run event -- open ID                          open the doors early
  npm run event -- live ID                          start early, or resume after a hold
  npm run event -- hold ID MINUTES|unknown WORDS    interrupt, with this text over the video
  npm run event -- end ID                           end; the replay is available within ten seconds
  npm run event -- cancel ID                        cancel; refund its orders with npm run money
  npm run event -- message ID WORDS                 show a message to all viewers
  npm run event -- withdraw ID MESSAGE              withdraw a message
  npm run event -- set ID NUMBER                    mark an item of the running order as started; unset: as not started
  npm run event -- ticket ID MEMBER                 give a ticket that does not count as sold
  npm run event -- rate ID NUMBER                   set the number of people admitted per second`;

const HINT = 'Run "npm run event" for usage.';
const { parseNumber } = argumentParsers(HINT);
const LISTED = 100;

const clockOf = (at: Date | null): string => (at === null ? '—' : dateTimeHk(at));

// QUERIES

type Look = (db: Db, words: string[], now: Date) => Promise<string[]>;

const LOOKS: Readonly<Record<string, Look>> = {
  list: async (db, _words, now) =>
    (await listEvents({ db, now }, LISTED)).map(
      ({ id, phase, startsAt, title, streamId }) =>
        `${id}  ${phase.padEnd(9)}  ${dateTimeHk(startsAt)}  stream ${streamId}  ${title}`,
    ),
  story: async (db, [word], now) => {
    const { event, phase, items, audit, left } = await eventStory({ db, now }, parseNumber(word));
    return [
      `Event ${event.id}, ${event.title}: ${phase}; stream ${event.streamId}; ${left} tickets left.`,
      `Doors ${clockOf(event.doorsAt)}, begins ${clockOf(event.startsAt)}, ends ${clockOf(event.endedAt ?? event.endsAt)}, replay until ${clockOf(event.replayUntil)}.`,
      ...items.map(
        ({ position, title, plannedAt, startedAt }) =>
          `  ${position}  ${clockOf(plannedAt)}  ${startedAt === null ? '' : `began ${clockOf(startedAt)}  `}${title}`,
      ),
      ...audit.map(
        ({ at, who, reason, action, after }) =>
          `${clockOf(at)}  ${action}  ${JSON.stringify(after)}  ${who}: ${reason}`,
      ),
    ];
  },
  diagnostic: async (db, [code = ''], now) => {
    const { report, tickets, waitingRoomEntries, leases } = await diagnosticStory(db, code, now);
    const { memberId, createdAt, result, checks, device, eventId } = report;
    return [
      `${report.code}: ${result}, sent ${clockOf(createdAt)} by ${memberId === null ? 'a guest' : `member ${memberId}`}${eventId === null ? '' : ` from event ${eventId}`}.`,
      ...checks.map((check) => `  ${JSON.stringify(check)}`),
      `  ${JSON.stringify(device)}`,
      ...tickets.map(
        (ticket) =>
          `Ticket ${ticket.id} of event ${ticket.eventId}, ${ticket.source}${ticket.orderId === null ? '' : ` (order ${ticket.orderId})`}: first used ${clockOf(ticket.enteredAt)}, ended ${clockOf(ticket.endedAt)}.`,
      ),
      ...waitingRoomEntries.map(
        (entry) =>
          `Queue entry ${entry.id} in queue ${entry.queueId}: ${entry.state}, joined ${clockOf(entry.joinedAt)}, turn ${clockOf(entry.turnAt)}, entered ${clockOf(entry.enteredAt)}.`,
      ),
      ...leases.map(
        (lease) => `Plays stream ${lease.streamId} on ${lease.deviceName} since ${clockOf(lease.startedAt)}.`,
      ),
    ];
  },
};

// CHANGES

/** The action of a verb on an event, and what is said when it is done. */
interface Change extends ActionOfVerb {
  say: (result: ActionOutput) => string;
}

function changeOf(verb: string, [word, first, ...rest]: string[], now: Date): Change | null {
  const of = (name: string, more: object, say: Change['say'] | string): Change => ({
    name: `events.${name}`,
    input: { event_id: parseNumber(word), ...more },
    say: (result) => `Event ${word}: ${typeof say === 'string' ? say : say(result)}.`,
  });
  switch (verb) {
    case 'add':
      return {
        name: 'events.create',
        input: JSON.parse(readFileSync(word ?? '', 'utf8')) as object,
        say: ({ event_id: id, stream_id: stream }) => `Created event ${id}; its encoders push to stream ${stream}.`,
      };
    case 'open':
      return of('open', {}, 'doors opened');
    case 'live':
      return of('start', {}, 'the event is live');
    case 'end':
      return of('end', {}, 'it has ended');
    case 'cancel':
      return of('cancel', {}, 'it is called off; npm run money gives its orders back');
    case 'hold': {
      const expected = first === 'unknown' ? null : Math.floor(now.getTime() / 1000) + parseNumber(first) * 60;
      return of('hold', { expected_ts: expected, words: rest.join(' ') }, 'the event is on hold');
    }
    case 'message':
      return of('message', { words: [first, ...rest].join(' ') }, ({ message_id: id }) => `message ${id} is shown`);
    case 'withdraw':
      return of('withdraw-message', { message_id: parseNumber(first) }, `message ${first} is withdrawn`);
    case 'set':
      return of('item', { position: parseNumber(first), is_started: true }, `item ${first} has started`);
    case 'unset':
      return of('item', { position: parseNumber(first), is_started: false }, `item ${first} has not started yet`);
    case 'ticket':
      return of('give-ticket', { member_id: parseNumber(first) }, `member ${first} has a ticket`);
    case 'rate':
      // May be a fraction, such as one in two seconds.
      return of('rate', { per_second: Number(first) }, `${first} people are admitted per second`);
    default:
      return null;
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      who: { type: 'string', default: '' },
      why: { type: 'string', default: '' },
      do: { type: 'boolean', default: false },
    },
  });
  const [verb = '', ...words] = positionals;
  const now = new Date();
  const look = Object.hasOwn(LOOKS, verb) ? LOOKS[verb] : undefined;
  const change = look ? null : changeOf(verb, words, now);
  if (!look && change === null) throw new StartError(verb === '' ? USAGE : `Unknown command "${verb}". ${HINT}`);
  const { who, why, do: isMeant } = values;
  if (change && (!who.trim() || !why.trim())) throw new StartError('Both --who NAME and --why REASON are required.');
  const database = openDatabase(runningDatabaseUrl(readConfig(process.env)), { max: 1 });
  try {
    if (look) console.log((await look(database.db, words, now)).join('\n'));
    if (change) {
      const call = { hand: { who, why }, now, isPreview: !isMeant };
      const said = await runVerb(database.db, isMeant, async (tx) => [
        change.say(await runAction(tx, eventActions(), change, call)),
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
