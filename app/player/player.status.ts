import { channelText } from '#app/text/zh-hk/channels.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import type { LiveItem } from './channel/live-item.ts';
import { isReplay } from './sources/replay.ts';
import { behindLiveMs, type LiveSession, type PlayerState, type Session, type VodSession } from './player.state.ts';

/** Player status texts, and state names for tests and styles. */

export type PlayerFace = 'connecting' | 'reconnecting' | 'live' | 'behind' | 'playing' | 'paused' | 'failed';

export function faceOf(session: Session, nowMs: number): PlayerFace {
  switch (session.phase) {
    case 'failed':
    case 'reconnecting':
    case 'paused':
      return session.phase;
    case 'loading':
    case 'buffering':
      return 'connecting';
    case 'playing':
      if (session.timeline === 'vod') return 'playing';
      return behindLiveMs(session, nowMs) > 0 ? 'behind' : 'live';
  }
}

const { status } = playerText;

function pausedWords({ pausedBy }: Session): string {
  if (pausedBy === 'other-tab') return status.otherTab;
  if (pausedBy === 'sleep') return status.slept;
  if (pausedBy === 'clip') return status.clipOver;
  if (pausedBy === 'over') return status.ended;
  return pausedBy === 'blocked' ? status.blocked : '';
}

/** One line under the live title. Empty when all is well. */
export function liveLine(session: LiveSession, nowMs: number): string {
  const behindMs = behindLiveMs(session, nowMs);
  const behind = behindMs > 0 ? playerText.behind(behindMs) : '';
  switch (session.phase) {
    case 'failed':
      return session.error === null ? playerText.failed : playerText.reason(session.error);
    case 'reconnecting':
      return status.reconnecting;
    case 'loading':
    case 'buffering':
      return status.connecting;
    case 'paused':
      return pausedWords(session) || behind || status.paused;
    case 'playing':
      return behind;
  }
}

/** Why playback started later than requested; empty if it did not. */
export function noticeLine({ notice }: LiveSession): string {
  return notice === null ? '' : status.notices[notice];
}

/**
 * The note beside the controls of a page with space for it: everything but the delay, which is shown beside the title.
 */
export function noteLine(session: LiveSession, nowMs: number): string {
  return noticeLine(session) || (faceOf(session, nowMs) === 'behind' ? '' : liveLine(session, nowMs));
}

/** The status of a VOD source in one line; empty while it only waits. */
export function vodLine(session: VodSession): string {
  switch (session.phase) {
    case 'failed':
      return session.error === null ? playerText.failed : playerText.recordingReason(session.error);
    case 'reconnecting':
      return status.reconnecting;
    case 'playing':
      return session.source.isOnPage
        ? status.picture(session.source.title)
        : isReplay(session.source)
          ? session.source.song === null
            ? status.replay(session.source.title)
            : status.song(session.source.title, session.source.from)
          : status.recording(session.source.title);
    case 'paused':
      return session.ended ? status.ended : pausedWords(session) || status.paused;
    case 'loading':
    case 'buffering':
      return '';
  }
}

function whatPlays({ source }: LiveSession, item: LiveItem | null): string {
  return source.kind === 'event'
    ? status.picture(source.title)
    : status.playing(channelText[source.channelId].name, item?.title ?? '');
}

function liveAnnouncement(session: LiveSession, item: LiveItem | null): string {
  switch (session.phase) {
    case 'loading':
    case 'buffering':
      return '';
    case 'playing':
      return noticeLine(session) || whatPlays(session, item);
    case 'reconnecting':
      return status.reconnecting;
    case 'failed':
      return session.error === null ? playerText.failed : `${playerText.failed}：${playerText.reason(session.error)}`;
    case 'paused':
      return pausedWords(session) || status.paused;
  }
}

/** Screen reader announcement of a change; null if there is nothing new. */
export function announcementOf({ session }: PlayerState, item: LiveItem | null): string | null {
  if (session === null) return '';
  return (session.timeline === 'vod' ? vodLine(session) : liveAnnouncement(session, item)) || null;
}
