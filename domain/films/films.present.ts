import { contentPaths, filmPicturePath } from '#shared/paths/content-paths.ts';
import { ContentType, FULL_FILM_ID, PERFORMER_SHOW_PROGRAM_IDS } from '#shared/enums.ts';
import { dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { wireImage } from '#shared/media/wire-image.ts';
import { endOf, isTooLong, leftMs, mustFinishBy, stateOf } from './rental-times.rules.ts';
import type { RentalRow } from './rentals.store.ts';
import type { Rented } from './rentals.ts';
import type { FilmWire, OwnFilmWire, PlaybackWire } from './films.schema.ts';
import type { Film, PlayableFilm } from './films.types.ts';

const RENEW_SECONDS = 10;
/** The wire number of best-quality audio. */
const SOUND_ALONE = 11;

const HKD = 100;
const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1000));

/** Whether it can be rented now: it has a stream and is still on sale. */
export const isOnSale = ({ streamId, sellsUntil }: Film, now: Date): boolean =>
  streamId !== null && (sellsUntil === null || sellsUntil > now);

export const isPerformerShow = ({ programId }: Pick<Film, 'programId'>): boolean =>
  programId !== null && PERFORMER_SHOW_PROGRAM_IDS.includes(programId);

/** ET-ContentItem with its category, and additional fields of film lists. */
export const presentFilm = (film: Film, now: Date): FilmWire => ({
  content_type: ContentType.PREMIUM_CONTENT,
  item_id: film.id,
  article_id: null,
  title: film.title,
  caption: film.tagline,
  preview_content: film.story,
  program_name: film.programTitle,
  section_no: null,
  keyart_url: wireImage(film.keyart),
  display_ts: unixSeconds(film.publishedAt),
  display_date: dayHkOf(film.publishedAt),
  last_update_datetime: null,
  article_column: null,
  parent_article_column: null,
  program_id: film.programId,
  channel_bitwise: 0,
  has_audio: false,
  has_video: film.streamId !== null || film.trailerStreamId !== null,
  highlight: null,
  url: contentPaths.premiumVideoDetail(film.id, film.title),
  type: 'premium',
  premium_content_category: { category_id: film.category.id, category_name: film.category.name },
  price: film.priceCents / HKD,
  duration: secondsOf(film.durationMs),
  is_full_movie: film.id === FULL_FILM_ID,
  is_performer_show: isPerformerShow(film),
  may_be_rented: isOnSale(film, now),
  rent_days: film.rentDays,
  watch_hours: film.watchHours,
});

const STATES = { notStarted: 'not_started', inUse: 'in_use', over: 'over' } as const;

/** A rental with its film, with server times. */
export function presentOwn({ rental, film, positionMs }: Rented, now: Date): OwnFilmWire {
  const { startedAt, endedAt } = rental;
  const endsAt = endOf(rental);
  return {
    ...presentFilm(film, now),
    rental_id: rental.id,
    state: STATES[stateOf(rental, now)],
    source: rental.source,
    order_id: rental.orderId,
    paid: rental.paidCents / HKD,
    rented_ts: unixSeconds(rental.rentedAt),
    started_ts: startedAt && unixSeconds(startedAt),
    expires_ts: unixSeconds(endedAt !== null && endedAt < endsAt ? endedAt : endsAt),
    must_finish_ts: unixSeconds(mustFinishBy(rental, now)),
    left_s: leftMs(rental, now) / 1000,
    is_too_long: film.durationMs !== null && isTooLong(rental, film.durationMs - (positionMs ?? 0), now),
    given_back_s: rental.givenBackMs / 1000,
    place_s: positionMs === null ? null : positionMs / 1000,
    was_refunded: rental.endedWhy === 'refunded',
  };
}

interface DevicePosition {
  at: Date;
  heardAt: Date;
  deviceName: string;
}

const presentPosition = ({ at, heardAt, deviceName }: DevicePosition) => ({
  at_ts: unixSeconds(at),
  heard_ts: unixSeconds(heardAt),
  device_name: deviceName,
});

export function presentPlayback({
  film,
  made,
  rental,
  grant,
  lease,
  position,
  now,
}: {
  film: Film;
  made: PlayableFilm;
  rental: RentalRow;
  grant: { token: string; expiresAt: number };
  lease: { id: string; epoch: number };
  position: (DevicePosition & { other: DevicePosition | null }) | null;
  now: Date;
}): PlaybackWire {
  const { streamId, startsAt, endsAt } = made;
  const span = `${startsAt.getTime()}-${endsAt.getTime()}`;
  return {
    film: presentFilm(film, now),
    stream_id: streamId,
    start_ts: unixSeconds(startsAt),
    end_ts: unixSeconds(endsAt),
    is_over: true,
    missing: [],
    items: made.renditions.map(({ name, profile }) => ({
      default_encode_profile_output_id: profile ?? SOUND_ALONE,
      path: `/replay/${grant.token}/${streamId}/${name}/${span}.m3u8`,
    })),
    grant_expires_ts: grant.expiresAt / 1000,
    lease: { id: lease.id, epoch: lease.epoch, renew_s: RENEW_SECONDS },
    place: position && { ...presentPosition(position), other: position.other && presentPosition(position.other) },
    free_until_ts: null,
    captions: made.captions.map(({ lang, label }) => ({
      lang,
      label,
      src: `/replay/${grant.token}/${streamId}/captions/${lang}.vtt`,
    })),
    chapters: made.chapters.map(({ atMs, title }) => ({ at: atMs / 1000, title })),
    stills: made.stills && {
      src: filmPicturePath(made.stills.fileSha256),
      width: made.stills.width,
      height: made.stills.height,
      columns: made.stills.columns,
      stepMs: made.stills.stepMs,
    },
    window: {
      startsAt: rental.startedAt && unixSeconds(rental.startedAt),
      mustFinishBy: unixSeconds(mustFinishBy(rental, now)),
      endsAt: unixSeconds(endOf(rental)),
    },
    qualities: made.qualities,
    currentTimestamp: unixSeconds(now),
  };
}
