import { behindLiveMs, type Session } from '#app/player/player.state.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import { isFilm } from '#app/player/sources/film.ts';
import { ContentType, isChannelId, MediaType } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import { PlayEvent } from '#shared/tracking.ts';
import type { ReportCall } from './report-queue.ts';

/** Report data of a playback, whatever its kind. */
export interface Playback {
  /** Identity of what plays. */
  key: string;
  call: ReportCall & ('live' | 'play');
  begins: PlayEvent;
  goesOn: PlayEvent;
  fields: Record<string, unknown>;
  /** Positions are instants of a stream; otherwise they count from the start. */
  isDated: boolean;
  /** Progress, 0 to 1; null: no end. */
  share: number | null;
  /** Seconds behind live. */
  behindS: number | null;
}

/** The reportable playback; null for trailers and recordings in articles, which have no event. */
export function playbackOf(session: Session | null, nowMs: number, programId: number | null): Playback | null {
  if (session === null) return null;
  const { source } = session;
  if (session.timeline === 'live') {
    const behindS = Math.round(behindLiveMs(session, nowMs) / 1000);
    const common = { key: source.key, isDated: true, share: null, behindS };
    if (source.kind === 'live')
      return {
        ...common,
        call: 'live',
        begins: PlayEvent.LIVE_PLAY,
        goesOn: PlayEvent.LIVE_PROGRESS,
        fields: {
          channel: 'channelId' in source ? source.channelId : undefined,
          media_type: MediaType.LIVE,
          ...(programId !== null && { program_id: programId }),
        },
      };
    return {
      ...common,
      call: 'play',
      begins: PlayEvent.PREMIUM_CONTENT_PLAY,
      goesOn: PlayEvent.PREMIUM_CONTENT_PROGRESS,
      fields: {
        content_type: ContentType.PREMIUM_CONTENT,
        content_id: 'eventId' in source ? source.eventId : undefined,
        media_type: MediaType.LIVE,
      },
    };
  }
  const share = session.durationMs > 0 ? session.positionMs / session.durationMs : null;
  const common = { key: source.key, call: 'play' as const, share, behindS: null };
  if (isReplay(source)) {
    const { details } = source;
    const part = details?.parts.find(({ sectionId }) => sectionId === source.sectionId);
    return {
      ...common,
      isDated: true,
      begins: source.quality === 'sd' ? PlayEvent.ARCHIVE_PLAY_SD : PlayEvent.ARCHIVE_PLAY_HD,
      goesOn: PlayEvent.ARCHIVE_PROGRESS,
      fields: {
        content_type: ContentType.PROGRAM_ARCHIVE_SECTION,
        content_id: source.sectionId,
        media_type: MediaType.ARCHIVE,
        program_id: details?.programId,
        ...(details && isChannelId(details.streamId) && { channel: details.streamId }),
        section_date: details?.dayHk,
        section_display_start_time: part && clockHk(new Date(part.startsAtMs)),
        section_display_end_time: part && clockHk(new Date(part.endsAtMs)),
      },
    };
  }
  if (isFilm(source))
    return {
      ...common,
      isDated: false,
      begins: PlayEvent.PREMIUM_CONTENT_PLAY,
      goesOn: PlayEvent.PREMIUM_CONTENT_PROGRESS,
      fields: { content_type: ContentType.PREMIUM_CONTENT, content_id: source.id, media_type: MediaType.ARCHIVE },
    };
  return null;
}
