import type { RequestContext } from '#app/context.server.ts';
import { publicPage } from '#app/cache.server.ts';
import { foundOr404 } from '#app/params.server.ts';
import { screenPaths } from '#app/screen-paths.ts';
import { getEvent } from '#domain/events/events.ts';
import { eventTag } from '#domain/events/events.rules.ts';
import { calendar } from './calendar.ts';

/** A live event, for a visitor's own calendar. */
export async function eventCalendar(
  { readDb: db, now, siteUrl }: Pick<RequestContext, 'readDb' | 'now' | 'siteUrl'>,
  id: number,
): Promise<Response> {
  const event = await foundOr404(getEvent({ db, now }, id));
  const entry = {
    uid: `event-${id}@${new URL(siteUrl).hostname}`,
    startsAtMs: event.startsAt.getTime(),
    endsAtMs: event.endsAt.getTime(),
    title: event.title,
    description: event.lead,
    url: siteUrl + screenPaths.liveEvent(id, event.title),
  };
  return new Response(calendar({ name: event.title, madeAtMs: now.getTime(), events: [entry] }), {
    headers: {
      ...publicPage({ freshSeconds: 300, staleSeconds: 3_600, tags: [eventTag(id)] }),
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="event-${id}.ics"`,
    },
  });
}
