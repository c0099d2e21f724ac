import { playerText } from '#app/text/zh-hk/player.ts';
import { behindLiveMs, type PlayerState } from './player.machine.ts';
import { stationNowMs, type PlayerSnapshot } from './player.store.ts';

export type PlayerFace = 'connecting' | 'reconnecting' | 'live' | 'behind' | 'paused' | 'failed';

/** How the player looks: what tests and styles call its state. */
export function faceOf({ player }: PlayerSnapshot): PlayerFace {
  switch (player.phase) {
    case 'failed':
    case 'reconnecting':
    case 'paused':
      return player.phase;
    case 'loading':
    case 'buffering':
      return 'connecting';
    case 'idle':
    case 'playing':
      return behindLiveMs(player, stationNowMs()) > 0 ? 'behind' : 'live';
  }
}

/** One line under the title. Empty when all is well. */
export function statusLine(snapshot: PlayerSnapshot): string {
  const { player } = snapshot;
  const behindMs = behindLiveMs(player, stationNowMs());
  const behind = behindMs > 0 ? playerText.behind(behindMs) : '';
  const { status } = playerText;
  switch (player.phase) {
    case 'failed':
      return player.error === null ? playerText.failed : playerText.reason(player.error);
    case 'reconnecting':
      return status.reconnecting;
    case 'loading':
    case 'buffering':
      return status.connecting;
    case 'paused':
      if (player.pausedBy === 'other-tab') return status.otherTab;
      if (player.pausedBy === 'sleep') return status.slept;
      if (player.pausedBy === 'blocked') return status.blocked;
      return behind || status.paused;
    case 'idle':
    case 'playing':
      return behind;
  }
}

/** Why a start came later than it was asked for; empty where it did not. */
export function noticeLine({ notice }: PlayerState): string {
  return notice === null ? '' : playerText.status.notices[notice];
}

/** What a page with room for it says beside its controls: all but the delay, which it shows beside the title. */
export function noteLine(snapshot: PlayerSnapshot): string {
  return noticeLine(snapshot.player) || (faceOf(snapshot) === 'behind' ? '' : statusLine(snapshot));
}
