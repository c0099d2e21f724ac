import { playerText } from '#app/text/zh-hk/player.ts';
import type { PlayerFace } from './player.status.ts';
import type { RecordingState } from './vod-session.ts';

/** How the player looks with a recording: what tests and styles call its state. */
export function recordingFace({ phase }: RecordingState): PlayerFace | 'playing' {
  switch (phase) {
    case 'loading':
    case 'buffering':
      return 'connecting';
    case 'idle':
      return 'paused';
    case 'playing':
    case 'paused':
    case 'reconnecting':
    case 'failed':
      return phase;
  }
}

/** What a change of a recording means, in one line; nothing while it only waits. */
export function recordingLine({ phase, error, ended, pausedBy, source }: RecordingState): string {
  const { status } = playerText;
  switch (phase) {
    case 'failed':
      return error === null ? playerText.failed : playerText.recordingReason(error);
    case 'reconnecting':
      return status.reconnecting;
    case 'playing':
      return status.recording(source?.title ?? '');
    case 'paused':
      if (ended) return status.ended;
      if (pausedBy === 'other-tab') return status.otherTab;
      if (pausedBy === 'sleep') return status.slept;
      return pausedBy === 'blocked' ? status.blocked : status.paused;
    case 'idle':
    case 'loading':
    case 'buffering':
      return '';
  }
}
