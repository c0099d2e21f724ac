import { useSyncExternalStore } from 'react';
import { bookmarkTold, onBookmark, putAwayBookmark, takeBackBookmark } from '#app/player/replay/bookmark-heard.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './replay-acts.module.css';

/** What became of the last bookmark, and the way to take it back; it stays until it is put away or something else plays. */
export function BookmarkNote({ sourceKey, isOver = false }: { sourceKey: string; isOver?: boolean }) {
  const told = useSyncExternalStore(onBookmark, bookmarkTold, () => null);
  const shown = told?.sourceKey === sourceKey ? told : null;
  return (
    <div className={isOver ? `${styles.note} ${styles.over}` : styles.note} data-shown={shown !== null}>
      <p role="status">{shown?.words}</p>
      {shown?.id != null && (
        <button type="button" onClick={() => void takeBackBookmark()}>
          {replayText.bookmark.undo}
        </button>
      )}
      {shown !== null && (
        <button type="button" aria-label={replayText.bookmark.putAway} onClick={putAwayBookmark}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}
