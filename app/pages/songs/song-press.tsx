import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import type { AvailableSpan } from '#app/player/channel/available-sound.ts';
import { REWIND_WINDOW_MS } from '#app/player/player.state.ts';
import { playLive, stationNowMs } from '#app/player/player.store.ts';
import { songsText } from '#app/text/zh-hk/played-songs.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import styles from './songs.module.css';
import type { SongView } from './songs.server.ts';

/** Whether live can be rewound to it. */
const isInWindow = (spans: readonly AvailableSpan[] | null, atMs: number): boolean =>
  spans !== null &&
  atMs > stationNowMs() - REWIND_WINDOW_MS &&
  spans.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);

/**
 * Plays a moment: within the rewind window by rewinding live, for everyone; else its replay. Without scripts it is a
 * link to the replay's page.
 */
export function SongPress({
  channelId,
  song: { startsAtMs, title, replay },
  spans,
}: {
  channelId: ChannelId;
  song: SongView;
  /** Available audio of live; null: unknown. */
  spans: readonly AvailableSpan[] | null;
}) {
  const label = songsText.hearOf(title, clockHk(new Date(startsAtMs)));
  const className = buttonClasses({ tone: 'outline', size: 'small' });
  const words = (
    <>
      <Icon name="play" fill />
      {songsText.hear}
    </>
  );
  if (isInWindow(spans, startsAtMs))
    return (
      <button
        type="button"
        className={className}
        aria-label={label}
        onClick={() => playLive(channelId, 'audio', new Date(startsAtMs))}
      >
        {words}
      </button>
    );
  if (replay === null) return <span className={styles.notKept}>{songsText.notKept}</span>;
  return (
    <ReplayLink start={replay} label={label} className={className}>
      {words}
    </ReplayLink>
  );
}
