import { send } from '#app/player/player.store.ts';
import { chooseRendition } from '#app/player/screen/screen-controls.ts';
import { linesOf } from '#app/player/screen/screen-quality.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Slower } from './use-slower.ts';
import { WatchMessage } from './watch-message.tsx';
import styles from './watch.module.css';

/** The connection has become slower: shows the current rendition, and a button to keep the former one. */
export function SlowerNote({ slower }: { slower: Slower }) {
  return (
    <p className={styles.note} role="status">
      <Icon name="gauge" />
      {filmText.slower(linesOf(slower.to) ?? 0)}
      <button type="button" onClick={() => chooseRendition(slower.from)}>
        {filmText.hold(linesOf(slower.from) ?? 0)}
      </button>
    </p>
  );
}

/** Watching together: `aheadMs`, this viewer's offset, and a button to leave. */
export function TogetherNote({ aheadMs, onLeave }: { aheadMs: number | null; onLeave: () => void }) {
  return (
    <p className={styles.together}>
      <Icon name="users" />
      <span data-ahead={aheadMs ?? undefined}>{filmText.together.on}</span>
      <button type="button" onClick={onLeave}>
        {filmText.together.leave}
      </button>
    </p>
  );
}

/** The browser requires a user gesture before playback. */
export const BlockedMessage = () => (
  <WatchMessage title={filmText.blocked}>
    <Button tone="cta" onClick={() => send({ type: 'resume' })}>
      {filmText.play}
    </Button>
  </WatchMessage>
);
