import { paths } from '#app/paths.ts';
import type { VodSession } from '#app/player/player.state.ts';
import { vodLine } from '#app/player/player.status.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import type { Refused } from '#app/player/sources/source.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';

/** The note about a missing part is shown this long after its position. */
const TOLD_FOR_MS = 8_000;
const NEAR_MS = 1_000;

/** Where the member can resolve the failure, if at all: a full device list. */
export const mendedAt = ({ phase, error }: VodSession): string | null =>
  phase === 'failed' && error === '121002' ? paths.memberDevices() : null;

/** One line under the title of a replay; empty when all is well. */
export function replayLine(session: VodSession, { details }: ReplaySource): string {
  const { phase, error, refused, ended, positionMs } = session;
  if (phase === 'failed' && error !== null) return (refused && refusedLine(refused)) ?? replayText.reason(error);
  if (phase === 'paused' && ended && details?.freeUntilMs) return replayText.freeOver;
  if (phase !== 'playing') return vodLine(session);
  const heardMs = (details?.startsAtMs ?? 0) + positionMs;
  const passed = details?.missing.find(({ toMs }) => heardMs >= toMs - NEAR_MS && heardMs < toMs + TOLD_FOR_MS);
  return passed ? replayText.passed[passed.why] : '';
}

/** Text for a refusal; null if the player code suffices. */
function refusedLine({ code, message, detail }: Refused): string | null {
  const { why, device_name: device } = (detail ?? {}) as { why?: unknown; device_name?: unknown };
  if (code === 10004 || code === 20003) return replayText.needsPlan;
  if (code === 20) return message;
  if (code !== '121003' || typeof why !== 'string') return null;
  return why === 'taken_over'
    ? replayText.takenOver(typeof device === 'string' ? device : '')
    : replayText.endedElsewhere;
}
