import type { Db, Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { makeEvent } from '#domain/events/making.ts';
import { runEvent } from '#domain/events/running.ts';
import type { NewEvent } from '#domain/events/events.schema.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { runActs, type DemoAct } from '#server/demo/demo-acts.ts';
import { openDemoEvent, recordDemoEvent } from '#server/demo/demo-event.ts';
import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REPLAY_DAYS = 30;
const EVENING_MINUTE = 20 * 60;
/** Length of the past event's excerpt that the diagnostic plays. */
const TEST_SECONDS = 10;
const hand = { who: 'demo', why: 'the demo has something of everything' };

/** An event in the demo's fixtures. */
interface DemoEvent {
  title: string;
  lead: string;
  description: string;
  venue: string;
  keyart: string;
  features: string;
  at: { is: 'now' } | { is: 'evening'; days: number } | { is: 'replay'; hoursAgo: number };
  minutes: number;
  priceCents: number;
  earlyPriceCents: number | null;
  tickets: number;
  perSecond: number;
  items: readonly { title: string; afterMinutes: number }[];
  holders: readonly number[];
}

function beginningOf({ at }: DemoEvent, now: Date): Date {
  if (at.is === 'now') return new Date(now.getTime() - HOUR_MS);
  if (at.is === 'evening') return instantHk(addDaysHk(dayHkOf(now), at.days), EVENING_MINUTE);
  return new Date(now.getTime() - at.hoursAgo * HOUR_MS);
}

function eventOf(demo: DemoEvent, startsAt: Date, now: Date): NewEvent {
  const { at, minutes, items, title, lead, description, venue, keyart, features } = demo;
  const { priceCents, earlyPriceCents, tickets, perSecond } = demo;
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE_MS);
  const isAlways = at.is === 'now';
  return {
    title,
    lead,
    description,
    venue,
    keyart,
    features,
    priceCents,
    earlyPriceCents,
    tickets,
    perSecond,
    testSeconds: at.is === 'replay' ? TEST_SECONDS : 0,
    doorsAt: new Date(startsAt.getTime() - 30 * MINUTE_MS),
    startsAt,
    endsAt,
    replayUntil: isAlways ? null : new Date(Math.max(endsAt.getTime(), now.getTime()) + REPLAY_DAYS * DAY_MS),
    earlyUntil: earlyPriceCents === null ? null : new Date(startsAt.getTime() - 5 * DAY_MS),
    sellsFrom: new Date(startsAt.getTime() - 20 * DAY_MS),
    sellsUntil: endsAt,
    maxTickets: 4,
    items: items.map(({ title: itemTitle, afterMinutes }) => ({
      title: itemTitle,
      plannedAt: new Date(startsAt.getTime() + afterMinutes * MINUTE_MS),
    })),
  };
}

async function giveTickets(db: Db, id: number, holders: readonly number[], at: Date): Promise<void> {
  for (const memberId of holders)
    if ((await findAccount(db, memberId)) !== null)
      await db.transaction((tx) => runEvent(tx, hand, id, { do: 'ticket', memberId }, at));
}

/**
 * Creates the demo's events with the station's own functions: on the stream of its encoder, and with a pushed replay.
 */
export async function makeDemoEvents(
  { db, storage, now }: { db: Db; storage: SegmentStorage; now: Date },
  demos: readonly DemoEvent[],
): Promise<number> {
  const acts: DemoAct[] = [];
  for (const demo of demos) {
    const startsAt = beginningOf(demo, now);
    const make = async (tx: Tx, stream?: { streamId: number }, from = startsAt) => {
      const given = eventOf(demo, from, now);
      const { id } = await makeEvent(tx, given, stream);
      const isOver = demo.at.is === 'replay';
      const ticketsAt = isOver ? given.doorsAt : now;
      acts.push({ at: ticketsAt, run: () => giveTickets(db, id, demo.holders, ticketsAt) });
      if (!isOver) return;
      const end = () => db.transaction((on) => runEvent(on, hand, id, { do: 'end' }, given.endsAt));
      acts.push({ at: given.endsAt, run: end });
    };
    if (demo.at.is === 'replay')
      await recordDemoEvent(
        { db, storage, now },
        { name: demo.title, startsAt, lastsMs: demo.minutes * MINUTE_MS },
        (tx, { streamId, from }) => make(tx, { streamId }, from),
      );
    else
      await db.transaction(async (tx) =>
        make(tx, demo.at.is === 'now' ? { streamId: await openDemoEvent(tx) } : undefined),
      );
  }
  await runActs(acts);
  return demos.length;
}
