import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { foundOr404, idParam } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { getProgram } from '#domain/programs/programs.ts';
import { listBroadcasts } from '#domain/timetable/timetable.ts';
import { calendar } from './calendar.ts';
import { eventCalendar } from './event-calendar.server.ts';

/** More than a daily programme on two channels has in the fortnight of the timetable. */
const BROADCASTS = 60;

/**
 * The coming fortnight of a programme, as in the timetable with its changes, or a live event, for a visitor's own
 * calendar.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, now, siteUrl } = context.get(requestContext);
  const eventId = /^event-(\d+)\.ics$/.exec(params.file ?? '')?.[1];
  if (eventId !== undefined) return eventCalendar({ db, now, siteUrl }, idParam(eventId));
  const door = { db, now };
  const id = idParam(/^program-(\d+)\.ics$/.exec(params.file ?? '')?.[1]);
  const program = await foundOr404(getProgram(door, id));
  const { channelBitwise } = program;
  const broadcasts = await listBroadcasts(door, { programId: id, channelBitwise, limit: BROADCASTS });
  const events = broadcasts.map(({ channelId, startsAtMs, endsAtMs }) => ({
    uid: `program-${id}-${channelId}-${startsAtMs / 1000}@${new URL(siteUrl).hostname}`,
    startsAtMs,
    endsAtMs,
    title: `${program.title}｜${channelText[channelId].name}`,
    description: program.tagline,
    url: siteUrl + paths.live(channelId),
  }));
  return new Response(calendar({ name: program.title, madeAtMs: now.getTime(), events }), {
    headers: {
      ...publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: ['programs', 'timetable'] }),
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="program-${id}.ics"`,
    },
  });
}
