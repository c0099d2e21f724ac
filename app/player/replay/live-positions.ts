import { memberNow } from '#app/components/frame/member-state.ts';
import { isOfChannel, wantsSound, type ChannelSession, type Session } from '#app/player/player.state.ts';
import { reportPositions } from './report-positions.ts';
import { watchHeard, type HeardMotion } from './heard-motion.ts';
import { createPositionLog, positionStorage, type PositionLog } from './position-log.ts';

/** Interval of position reports on live. */
const TOLD_EACH_MS = 60_000;

/**
 * Positions of subscribers on live, so that they can resume there once it is a replay. The same positions as those of
 * replays.
 */
export interface LivePositions {
  /** Called on every change of the session that has the element. */
  follow: (session: Session | null) => void;
}

/** What was heard of a channel since the last report. */
interface Hearing {
  channelId: ChannelSession['source']['channelId'];
  atMs: number | null;
  motion: HeardMotion;
  toldAtMs: number;
}

/** Only members who may resume later; nobody else's listening is stored. */
function subscriberHere(): number | undefined {
  const member = memberNow();
  return member?.subscribed ? member.user?.user_id : undefined;
}

export function createLivePositions(log: PositionLog = createPositionLog(positionStorage())): LivePositions {
  let hearing: Hearing | null = null;

  const tell = (mine: Hearing, isLeaving = false) => {
    const memberId = subscriberHere();
    mine.toldAtMs = performance.now();
    if (memberId === undefined || mine.atMs === null) return;
    const { movedMs, heard } = mine.motion.take();
    if (heard.length === 0) return;
    log.note({ memberId, streamId: mine.channelId, atMs: Math.round(mine.atMs), movedMs, heard });
    void reportPositions(memberId, { log, isLeaving });
  };

  addEventListener('pagehide', () => {
    if (hearing !== null) tell(hearing, true);
  });

  return {
    follow: (session) => {
      const live = isOfChannel(session) ? session : null;
      if (hearing !== null && hearing.channelId !== live?.source.channelId) {
        tell(hearing);
        hearing = null;
      }
      if (live === null) return;
      const { channelId } = live.source;
      hearing ??= { channelId, atMs: null, motion: watchHeard(), toldAtMs: performance.now() };
      const sounds = live.phase === 'playing' ? live.heardAtMs : null;
      hearing.motion.look(sounds, live.speed);
      if (sounds !== null) hearing.atMs = sounds;
      const isDue = performance.now() - hearing.toldAtMs >= TOLD_EACH_MS;
      if (isDue || !wantsSound(live)) tell(hearing);
    },
  };
}
