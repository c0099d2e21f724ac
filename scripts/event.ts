// npm run event -- VERB … [--who NAME --why REASON] [--do]: operates live events. Changes require who and why, are
// recorded permanently, and are a dry run unless --do is given. Uses the running station's database; changes take
// effect immediately.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase, type Db, type Tx } from '#db/database.ts';
import { diagnosticStory } from '#domain/diagnostics/diagnostics.ts';
import { listEvents } from '#domain/events/events.ts';
import { newEventSchema } from '#domain/events/events.schema.ts';
import { makeEvent } from '#domain/events/making.ts';
import { eventStory, runEvent, type EventCommand } from '#domain/events/running.ts';
import { readConfig } from '#server/config.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { explain, StartError } from './prepare.ts';
import { argumentParsers } from './words-of.ts';
import { runningDatabaseUrl } from './running-database.ts';
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
const MINUTE_MS = 60_000;

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

function commandOf(verb: string, words: string[], now: Date): EventCommand | null {
  const [first, ...rest] = words;
  switch (verb) {
    case 'open':
    case 'live':
    case 'end':
    case 'cancel':
      return { do: verb };
    case 'hold': {
      const expectedAt = first === 'unknown' ? null : new Date(now.getTime() + parseNumber(first) * MINUTE_MS);
      return { do: 'hold', expectedAt, words: rest.join(' ') };
    }
    case 'message':
      return { do: 'message', words: words.join(' ') };
    case 'withdraw':
      return { do: 'withdraw', messageId: parseNumber(first) };
    case 'set':
    case 'unset':
      return { do: verb, position: parseNumber(first) };
    case 'ticket':
      return { do: 'ticket', memberId: parseNumber(first) };
    case 'rate':
      // May be a fraction, such as one in two seconds.
      return { do: 'rate', perSecond: Number(first) };
    default:
      return null;
  }
}

async function add(tx: Tx, file: string): Promise<string> {
  const read = newEventSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.success)
    throw new StartError(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const { id, streamId } = await makeEvent(tx, read.data);
  return `Created event ${id}; its encoders push to stream ${streamId}.`;
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
  const [id, ...rest] = words;
  const command = look || verb === 'add' ? null : commandOf(verb, rest, now);
  if (!look && command === null && verb !== 'add')
    throw new StartError(verb === '' ? USAGE : `Unknown command "${verb}". ${HINT}`);
  const { who, why, do: isMeant } = values;
  if (!look && (!who.trim() || !why.trim())) throw new StartError('Both --who NAME and --why REASON are required.');
  const database = openDatabase(runningDatabaseUrl(readConfig(process.env)), { max: 1 });
  try {
    const said = look
      ? await look(database.db, words, now)
      : await runVerb(database.db, isMeant, async (tx) => {
          if (command === null) return [await add(tx, id ?? '')];
          return [`Event ${id}: ${await runEvent(tx, { who, why }, parseNumber(id), command, now)}.`];
        });
    console.log(said.join('\n'));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof DomainError && typeof error.detail === 'string' ? error.detail : explain(error));
  process.exit(1);
}
