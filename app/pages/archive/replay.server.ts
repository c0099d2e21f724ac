import { data, redirect, type HeadersArgs, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { toReplay } from '#app/components/archive/replay-view.server.ts';
import { isFreeAt } from '#app/components/archive/replay-view.ts';
import { requestContext } from '#app/context.server.ts';
import { idParam, notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';
import { getBroadcast, listBroadcasts, sectionAt } from '#domain/archive/archive.ts';
import { archiveTag } from '#domain/archive/archive-tags.rules.ts';
import { listSounds } from '#domain/moments/moments.ts';
import { priceOf } from '#domain/replay-sales/replay-sales.ts';
import { songsTag } from '#domain/songs/songs.ts';
import { listTranscript } from '#domain/archive/words/transcripts.ts';
import { isChannelId } from '#shared/enums.ts';
import { momentCardPath } from '#shared/paths/live-moment.ts';
import { phrase } from '#shared/text/phrase.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { stationDayOf } from '#shared/station-day.ts';
import type { SoundView } from './words/sounds.tsx';

/** Maximum other broadcasts of the programme. */
const OTHERS_SHOWN = 8;
/** Transcript lines shown at once: about twenty minutes of speech. */
const LINES_SHOWN = 400;
/** Lines just before a moment are included as context. */
const BEFORE_MOMENT_MS = 15_000;

/** `?at=` and `?to=`: Unix seconds; a 404 if invalid. */
function momentParam(value: string | null): number | null {
  if (value === null) return null;
  if (!/^[1-9]\d{8,9}$/.test(value)) throw notFound();
  return Number(value) * 1000;
}

/**
 * A broadcast with its parts, from a moment if the URL has one, and up to another: then it is a clip. A link from
 * before a correction of the boundaries redirects to the broadcast that now contains its moment.
 */
export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const { db: primary, readDb: db, now, siteUrl, archive } = context.get(requestContext);
  const id = idParam(params.id);
  const atMs = momentParam(url.searchParams.get('at'));
  const toMs = momentParam(url.searchParams.get('to'));
  const found = await getBroadcast(db, id);
  if (found === undefined) throw notFound();
  const { broadcast, sections } = found;
  const tags = [
    'archive',
    archiveTag(id),
    archiveTag(broadcast.id),
    'programs',
    // Afterwards only corrections change its songs, which purge the broadcast.
    ...(broadcast.isOver ? [] : [songsTag(broadcast.streamId)]),
  ];
  const leadTo = (path: string) => redirect(path, { status: 302, headers: publicPage({ tags }) });
  const moment = { atMs: atMs ?? undefined, untilMs: toMs ?? undefined };
  // An invalid or too distant end is ignored.
  if (toMs !== null && (atMs === null || toMs <= atMs || toMs > atMs + archive.clipSeconds * 1000))
    throw leadTo(paths.replay(broadcast.id, { atMs: moment.atMs }));
  const replay = toReplay(found, archive, now);
  const isInside = atMs === null || (atMs >= replay.startsAtMs - 1000 && atMs < replay.endsAtMs);
  if (!isInside) {
    const section = await sectionAt(db, broadcast.streamId, new Date(atMs));
    const isOthers = section !== undefined && section.broadcast.id !== broadcast.id;
    throw leadTo(isOthers ? paths.replay(section.broadcast.id, moment) : paths.replay(broadcast.id));
  }
  if (broadcast.id !== id) throw leadTo(paths.replay(broadcast.id, moment));

  const startMs = atMs ?? replay.startsAtMs;
  const chosen = sections.find(({ endsAt }) => startMs < endsAt.getTime()) ?? sections[0];
  const others = await listBroadcasts(db, { programId: broadcast.programId, limit: OTHERS_SHOWN + 1 });
  const lines = chosen
    ? await listTranscript(db, chosen, {
        ...(atMs !== null && { from: new Date(Math.max(atMs - BEFORE_MOMENT_MS, chosen.startsAt.getTime())) }),
        limit: LINES_SHOWN + 1,
      })
    : [];
  const sounds =
    isChannelId(broadcast.streamId) && !replay.isEnded
      ? await listSounds(db, {
          ...broadcast,
          from: broadcast.startsAt,
          to: broadcast.endsAt < now ? broadcast.endsAt : now,
        })
      : [];
  const view = {
    siteUrl,
    nowMs: now.getTime(),
    today: dayHkOf(now),
    isOfToday: replay.day === stationDayOf(now),
    atMs,
    untilMs: toMs,
    /** Link preview of the moment. */
    cardPath: atMs === null ? null : momentCardPath(broadcast.streamId, atMs),
    clipSeconds: archive.clipSeconds,
    chosenPart: chosen?.sectionNo ?? 1,
    ...replay,
    programTitle: phrase(broadcast.programTitle),
    /** Recordings that were never live are in no day list. */
    hasDay: isChannelId(broadcast.streamId),
    notice: broadcast.notice,
    /** Price without a plan; null: not sold individually. */
    singleCents: await priceOf({ db: primary, settings: archive, now }, broadcast),
    availableUntilMs: broadcast.availableUntil?.getTime() ?? null,
    lines: lines.slice(0, LINES_SHOWN).map((line) => ({ atMs: line.startsAt.getTime(), words: line.words })),
    sounds: sounds.flatMap(({ startsAtMs, title, artist }): SoundView[] => {
      const part = replay.parts.find((one) => one.startsAtMs <= startsAtMs && startsAtMs < one.endsAtMs);
      return part === undefined
        ? []
        : [
            {
              start: {
                archiveId: broadcast.id,
                sectionId: part.id,
                atMs: startsAtMs,
                isFree: isFreeAt(part, startsAtMs),
              },
              startsAtMs,
              title,
              artist,
            },
          ];
    }),
    linesGoOnAtMs: lines[LINES_SHOWN]?.startsAt.getTime() ?? null,
    others: others
      .filter((other) => other.broadcast.id !== broadcast.id)
      .slice(0, OTHERS_SHOWN)
      .map((other) => toReplay(other, archive, now)),
  };
  return data(view, { headers: publicPage({ tags }) });
}

export function headers({ loaderHeaders, errorHeaders }: HeadersArgs) {
  return errorHeaders ?? loaderHeaders;
}
