import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './watch.module.css';

/** A message in place of the picture, with actions. If the focus was in the player, it moves to the first action. */
export function WatchMessage({ title, words, children }: { title: string; words?: ReactNode; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Before it is shown: the next key is for it.
  useLayoutEffect(() => {
    const message = box.current;
    const player = message?.closest('[data-screen]');
    const was = document.activeElement;
    if (message && (was === document.body || player?.contains(was)) && !message.contains(was))
      message.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div ref={box} className={styles.message} role="alert">
      <h2>{title}</h2>
      {words && <p>{words}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
