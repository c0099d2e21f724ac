import { withQuery } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import { createLeaseController, under, type LeaseController } from '#app/player/lease/lease-controller.ts';
import type { PositionLog } from '#app/player/replay/position-log.ts';
import { isEvent } from '#app/player/sources/event.ts';
import type { EventSource, ScreenDetails } from '#app/player/sources/source.ts';
import { screenCalls } from '#app/screen-paths.ts';
import { detailsOf, screenAddress, type ScreenReply } from './screen-reply.ts';

export type EventController = LeaseController<EventSource>;

type AnsweredSource = EventSource & { details: ScreenDetails };

const ANSWER_WITHIN_MS = 5_000;

/** Events on air: one device per ticket, with addresses signed for the duration of the lease. */
export const createEventController = (log?: PositionLog): EventController =>
  createLeaseController<EventSource, AnsweredSource, ScreenReply>(
    {
      isOurs: isEvent,
      ask: ({ eventId, admission }, query) =>
        call(withQuery(screenCalls.eventPlayback(eventId), { ...query, admission: admission ?? undefined }), {
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        }),
      applyReply: (source, reply) => {
        const details = detailsOf(reply);
        return { ...source, takeOver: null, details, zeroMs: details.startsAtMs };
      },
      begin: ({ source }, { rendition = null, media, startsAtMs }) => ({
        source: { ...source, rendition, media, startsAtMs },
      }),
      addressOf: screenAddress,
      renewed: (mine, { grant }) => {
        const { details } = mine.source;
        if (grant === null || details.cues === null) return null;
        return { ...mine.source, details: { ...details, cues: under(details.cues, mine.grant) } };
      },
      onFollow: (mine, _was, is) => {
        if (is.timeline === 'live') mine.source = { ...mine.source, rendition: is.source.rendition ?? null };
      },
    },
    log,
  );
