import { useRef, useSyncExternalStore } from 'react';
import { bookmarkNotice, onBookmark, putAwayBookmark, takeBackBookmark } from '#app/player/replay/bookmark-heard.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './replay-acts.module.css';

/** Result of the last bookmark, with undo. Stays until dismissed or until the source changes. */
export function BookmarkNote({ sourceKey, isOver = false }: { sourceKey: string; isOver?: boolean }) {
  const notice = useSyncExternalStore(onBookmark, bookmarkNotice, () => null);
  const shown = notice?.sourceKey === sourceKey ? notice : null;
  const box = useRef<HTMLDivElement>(null);
  const away = useRef<HTMLButtonElement>(null);
  // The pressed button is about to disappear, so move the focus within the player: player keys work only there.
  const takeBack = () => {
    away.current?.focus();
    void takeBackBookmark();
  };
  const putAway = () => {
    box.current?.parentElement?.querySelector('button')?.focus();
    putAwayBookmark();
  };
  return (
    <div ref={box} className={isOver ? `${styles.note} ${styles.over}` : styles.note} data-shown={shown !== null}>
      <p role="status">{shown?.words}</p>
      {shown?.id != null && (
        <button type="button" onClick={takeBack}>
          {replayText.bookmark.undo}
        </button>
      )}
      {shown !== null && (
        <button ref={away} type="button" aria-label={replayText.bookmark.putAway} onClick={putAway}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}
