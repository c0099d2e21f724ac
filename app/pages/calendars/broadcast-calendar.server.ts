import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { channelParam, foundOr404, idParam, notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { timetableText } from '#app/text/zh-hk/timetable.ts';
import { getHost } from '#domain/hosts/hosts.ts';
import { getProgram } from '#domain/programs/programs.ts';
import { listBroadcasts, programmesBetween, type Broadcast } from '#domain/timetable/timetable.ts';
import { calendar } from './calendar.ts';
import { eventCalendar } from './event-calendar.server.ts';
import type { Door } from '#app/pages/feeds/feed-item.server.ts';

/** More than a daily programme on two channels has in the fortnight of the timetable. */
const BROADCASTS = 60;
/** Programmes of a host, each with its next broadcasts. */
const PROGRAMS = 8;
/** Days of a channel: later ones may still change. */
const CHANNEL_DAYS = 7;
const DAY_MS = 86_400_000;

interface Listed {
  name: string;
  broadcasts: Broadcast[];
}

async function ofProgram(door: Door, id: number): Promise<Listed> {
  const { title: name, channelBitwise } = await foundOr404(getProgram(door, id));
  return { name, broadcasts: await listBroadcasts(door, { programId: id, channelBitwise, limit: BROADCASTS }) };
}

async function ofHost(door: Door, id: number): Promise<Listed> {
  const { name, programs } = await foundOr404(getHost(door, id));
  const found = await Promise.all(
    programs
      .slice(0, PROGRAMS)
      .map(({ id: programId, channelBitwise }) =>
        listBroadcasts(door, { programId, channelBitwise, limit: BROADCASTS }),
      ),
  );
  return { name, broadcasts: found.flat().toSorted((a, b) => a.startsAtMs - b.startsAtMs) };
}

async function ofChannel(door: Door, given: string): Promise<Listed> {
  const channelId = channelParam(given);
  const until = new Date(door.now.getTime() + CHANNEL_DAYS * DAY_MS);
  return {
    name: `${channelText[channelId].name} ${timetableText.title}`,
    broadcasts: await programmesBetween(door, channelId, door.now, until),
  };
}

/**
 * Upcoming broadcasts of a programme, a host or a channel, with timetable changes, or a live event, for a visitor's
 * own calendar.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { readDb: db, now, siteUrl } = context.get(requestContext);
  const door = { db, now };
  const [, kind = '', of = ''] = /^(event|program|host|channel)-(\d+)\.ics$/.exec(params.file ?? '') ?? [];
  if (kind === '') throw notFound();
  if (kind === 'event') return eventCalendar({ readDb: db, now, siteUrl }, idParam(of));
  const { name, broadcasts } = await (kind === 'channel'
    ? ofChannel(door, of)
    : kind === 'host'
      ? ofHost(door, idParam(of))
      : ofProgram(door, idParam(of)));
  const events = broadcasts.map(({ programId, programName, tagline, channelId, startsAtMs, endsAtMs }) => ({
    // The same broadcast is one event, whichever calendar has it.
    uid: `program-${programId}-${channelId}-${startsAtMs / 1000}@${new URL(siteUrl).hostname}`,
    startsAtMs,
    endsAtMs,
    title: `${programName}｜${channelText[channelId].name}`,
    description: tagline,
    url: siteUrl + paths.live(channelId),
  }));
  return new Response(calendar({ name, madeAtMs: now.getTime(), events }), {
    headers: {
      ...publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['programs', 'hosts', 'timetable'] }),
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${kind}-${of}.ics"`,
    },
  });
}
