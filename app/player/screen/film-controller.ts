import { stationNowMs } from '#app/components/shell/station-time.ts';
import { withQuery } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import {
  createLeaseController,
  post,
  under,
  type Held,
  type LeaseController,
} from '#app/player/lease/lease-controller.ts';
import type { PositionLog } from '#app/player/replay/position-log.ts';
import { worthGoingOn } from '#app/player/replay/replay-reply.ts';
import { isFilm, type FilmSource } from '#app/player/sources/film.ts';
import type { ScreenDetails } from '#app/player/sources/source.ts';
import { screenCalls } from '#app/screen-paths.ts';
import { begunNow, detailsOf, screenAddress, type ScreenReply } from './screen-reply.ts';

export type FilmController = LeaseController<FilmSource>;

type AnsweredSource = FilmSource & { details: ScreenDetails };
type Mine = Held<AnsweredSource, ScreenReply>;

/** Request timeout, followed by the player's three attempts. */
const ANSWER_WITHIN_MS = 5_000;
/** A playlist shorter than its film by more than this is a partial one. */
const PART_MS = 5_000;

/**
 * Films, and replays of events. A rental period starts with the picture: the first answer opens one minute, and the
 * first report of motion is answered with the whole film.
 */
export function createFilmController(log?: PositionLog): FilmController {
  /** Station time of the answer for the held playback. */
  const answeredAtMs = new WeakMap<Mine['reply'], number>();
  /** Playbacks opened in full since the picture moved. */
  const opened = new WeakSet<Mine>();

  return createLeaseController<FilmSource, AnsweredSource, ScreenReply>(
    {
      isOurs: isFilm,
      ask: async ({ of, id, admission }, query, { swaps }) => {
        const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
        const path = of === 'film' ? screenCalls.filmPlayback(id) : screenCalls.eventPlayback(id);
        // Browsers that cannot change the address later start the rental period with the press: a GET starts none.
        const isPress = of === 'film' && !swaps;
        const reply = await call<ScreenReply>(
          isPress ? path : withQuery(path, { ...query, admission: admission ?? undefined }),
          { signal, ...(isPress && post(query)) },
        );
        answeredAtMs.set(reply, stationNowMs());
        return reply;
      },
      applyReply: (source, reply) => {
        const details = detailsOf(reply);
        return {
          ...source,
          takeOver: null,
          details,
          durationMs: details.endsAtMs - details.startsAtMs,
          // Positions are dates: for a part opened first, and across gaps in the recording.
          zeroMs: details.startsAtMs,
          isWhole: reply.is_over,
        };
      },
      begin: ({ source, reply }, { rendition = null, media }, { startAtMs }) => {
        const { details, durationMs } = source;
        const leftMs = reply.place === null ? 0 : Math.round(reply.place.at_ts * 1000) - details.startsAtMs;
        // Before the rental period only one minute is accessible, from the position left.
        const isClosed = details.window?.startsAtMs === null;
        const firstMs = leftMs > 0 && leftMs < durationMs ? leftMs : 0;
        return {
          startAtMs: isClosed ? firstMs : (startAtMs ?? source.atMs ?? worthGoingOn(leftMs, durationMs)),
          source: {
            ...source,
            rendition,
            media,
            details: startAtMs === null ? details : { ...details, otherPosition: null },
          },
        };
      },
      addressOf: screenAddress,
      renewed: (mine, { grant }) => {
        if (grant === null) return null;
        const { details } = mine.source;
        const begins = mine.hasBegun && details.window?.startsAtMs === null;
        if (!begins && details.captions.length === 0 && details.cues === null) return null;
        // Captions are fetched on demand, with the grant of that time.
        const captions = details.captions.map((one) => ({ ...one, src: under(one.src, mine.grant) }));
        const cues = details.cues && under(details.cues, mine.grant);
        const askedAtMs = answeredAtMs.get(mine.reply) ?? stationNowMs();
        const window = begins && details.window ? begunNow(details.window, askedAtMs) : details.window;
        return { ...mine.source, details: { ...details, captions, cues, window } };
      },
      beginsWithMotion: true,
      onFollow: (mine, _was, is, _atMs, send) => {
        if (is.timeline !== 'vod' || !isFilm(is.source)) return;
        // A choice during playback also applies to the next opening.
        mine.source = { ...mine.source, rendition: is.source.rendition ?? null, media: is.source.media };
        const isOpen = mine.source.details.window?.startsAtMs !== null;
        if (!isOpen || opened.has(mine) || !mine.hasBegun) return;
        opened.add(mine);
        // Everything is accessible now: reload a playlist of the first minute only.
        if (is.heldToMs !== null && is.heldToMs < is.durationMs - PART_MS)
          send({ type: 'change', source: mine.source });
      },
    },
    log,
  );
}
