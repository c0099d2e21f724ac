import { useEffect, useState } from 'react';
import { playerText } from '#app/text/zh-hk/player.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './controls.module.css';
import { answerPress } from '#app/player/answer-press.ts';
import type { Phase } from '#app/player/player.state.ts';

const SPINNER_AFTER_MS = 500;

/** True after half a second of waiting. Shorter waits show nothing. */
function useLongWait(waiting: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLong(true), SPINNER_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting]);
  return waiting && long;
}

/** The round button: play, pause, loading, retry. Its label is the action of a press. */
export function PlayButton({
  phase,
  onPress,
  className,
}: {
  /** Null: nothing has been played. */
  phase: Phase | null;
  onPress: () => void;
  className?: string;
}) {
  const waiting = phase === 'loading' || phase === 'buffering' || phase === 'reconnecting';
  const spins = useLongWait(waiting);
  const look = phase === 'failed' ? 'retry' : phase === 'playing' || waiting ? 'pause' : 'play';
  return (
    <button
      type="button"
      className={[styles.play, look === 'retry' ? styles.retry : '', className].filter(Boolean).join(' ')}
      aria-label={playerText[look]}
      aria-busy={spins}
      onClick={({ currentTarget }) => answerPress(currentTarget, onPress)}
    >
      {spins ? (
        <span className={styles.spinner} />
      ) : (
        <Icon name={look === 'retry' ? 'rotate-cw' : look} fill={look !== 'retry'} />
      )}
    </button>
  );
}
