import { useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import controls from '#app/player/controls/controls.module.css';
import type { VodSession } from '#app/player/player.state.ts';
import { stationNowMs } from '#app/player/player.store.ts';
import { bookmarkHeard } from '#app/player/replay/bookmark-heard.ts';
import { catchUpFrom, wouldMeetLiveAtMs } from '#app/player/replay/catch-up.ts';
import { otherChannels, playSameMinute } from '#app/player/replay/other-channel.ts';
import { shareMoment } from '#app/player/replay/share-moment.ts';
import { loadUnheard, playAll, playOnlyUnheard, type Unheard } from '#app/player/replay/unheard.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { Icon } from '#app/ui/icon.tsx';
import { clockHk } from '#shared/hk-time.ts';
import { BookmarkNote } from './bookmark-note.tsx';
import { PLAYER_KEYS } from './player-keys.ts';
import { useTelling } from './use-telling.ts';
import styles from './replay-acts.module.css';

interface ActsProps {
  session: VodSession;
  source: ReplaySource;
}

/** Actions on the current moment, and on what was missed. */
export function ReplayActs({ session, source }: ActsProps) {
  const telling = useTelling();
  const { details } = source;
  if (details === null) return null;
  return (
    <div className={styles.acts}>
      <div className={styles.row}>
        <button
          type="button"
          className={controls.icon}
          aria-label={replayText.bookmark.add}
          aria-keyshortcuts="B"
          onClick={() => void bookmarkHeard(telling)}
        >
          <Icon name="bookmark" />
        </button>
        <button
          type="button"
          className={controls.icon}
          aria-label={replayText.share.moment}
          onClick={() => void shareMoment(source)}
        >
          <Icon name="share-2" />
        </button>
        <OnlyUnheard source={source} />
        <CatchUp session={session} source={source} />
      </div>
      <BookmarkNote sourceKey={source.key} />
      <SameMinute streamId={details.streamId} />
      <Keys />
    </div>
  );
}

/**
 * Plays only the unheard parts of a broadcast, for subscribers. Fetched when the panel is opened, and again for each
 * section.
 */
function OnlyUnheard({ source }: Pick<ActsProps, 'source'>) {
  const isSubscriber = useMember()?.subscribed === true;
  const [unheard, setUnheard] = useState<Unheard | null>(null);
  const { sectionId, only } = source;
  useEffect(() => {
    if (!isSubscriber) return setUnheard(null);
    let isOver = false;
    void loadUnheard(sectionId).then((found) => {
      if (!isOver) setUnheard(found);
    });
    return () => {
      isOver = true;
    };
  }, [sectionId, isSubscriber]);
  if (only !== null)
    return (
      <button type="button" className={styles.press} aria-pressed onClick={() => playAll(source)}>
        {replayText.unheard.only}
      </button>
    );
  const archive = source.details;
  const hasHeard = unheard !== null && archive !== null && hasHeardSome(unheard, archive.parts);
  if (!hasHeard || unheard.lengthMs === 0) return null;
  return (
    <button
      type="button"
      className={styles.press}
      aria-pressed={false}
      onClick={() => playOnlyUnheard(source, unheard)}
    >
      {replayText.unheard.of(unheard.lengthMs)}
    </button>
  );
}

/** A member who has heard none of a broadcast has missed nothing: all of it is still unheard. */
function hasHeardSome({ lengthMs }: Unheard, parts: readonly { startsAtMs: number; endsAtMs: number }[]): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  const untilMs = Math.min(last?.endsAtMs ?? 0, stationNowMs());
  return first !== undefined && lengthMs < (untilMs - first.startsAtMs) * MAX_MISSED_SHARE;
}
const MAX_MISSED_SHARE = 0.98;

/** For a broadcast still on air: play faster until it meets live, with the clock time of the meeting. */
function CatchUp({ session, source }: ActsProps) {
  const heardMs = (source.details?.startsAtMs ?? 0) + session.positionMs;
  const meetsAtMs = session.hasPosition ? wouldMeetLiveAtMs(source, heardMs, stationNowMs()) : null;
  if (meetsAtMs === null) return null;
  return (
    <button type="button" className={styles.press} onClick={() => catchUpFrom(source)}>
      {replayText.catchUp.offer(clockHk(new Date(meetsAtMs)))}
    </button>
  );
}

function SameMinute({ streamId }: { streamId: number }) {
  const telling = useTelling();
  const others = otherChannels(streamId);
  if (others.length === 0) return null;
  return (
    <fieldset className={styles.channels}>
      <legend>{replayText.sameMinute.title}</legend>
      {others.map((channelId, index) => (
        <button
          key={channelId}
          type="button"
          className={styles.press}
          data-channel={channelId}
          aria-label={replayText.sameMinute.on(channelText[channelId].name)}
          aria-keyshortcuts={index === 0 ? 'C' : undefined}
          onClick={() => void playSameMinute(telling, channelId)}
        >
          {channelText[channelId].name}
        </button>
      ))}
    </fieldset>
  );
}

/** Keyboard shortcuts, shown on devices with a keyboard. */
function Keys() {
  return (
    <dl className={styles.keys}>
      {PLAYER_KEYS.map(({ does, keys }) => (
        <div key={does}>
          <dt>
            <kbd>{keys.map((key) => replayText.keyNames[key]).join(' ')}</kbd>
          </dt>
          <dd>{replayText.keys[does]}</dd>
        </div>
      ))}
    </dl>
  );
}
