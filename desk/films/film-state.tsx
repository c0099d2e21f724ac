import { filmReason, filmsText as text } from '#app/text/zh-hk/desk-films.ts';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { Film } from './film.types.ts';
import styles from '../archive/archive.module.css';

const TONES: Record<Film['state'], string | undefined> = {
  making: 'wait',
  made: 'good',
  refused: 'bad',
  failed: 'bad',
};

export const StateTag = ({ state }: Pick<Film, 'state'>) => (
  <span className={styles.state} data-tone={TONES[state]}>
    {text.states[state]}
  </span>
);

/** Progress of a film, or why it stopped. */
export function FilmProgress({
  film: { name, state, reason, done, step, step_done: stepDone, is_held: isHeld },
}: {
  film: Film;
}) {
  if (reason !== null) return <span>{filmReason(reason)}</span>;
  if (state === 'made') return <span>{text.percent(1)}</span>;
  const now = step === null || !isHeld ? text.waiting : text.step(step, stepDone);
  const words = `${text.percent(done)}，${now}`;
  return (
    <span className={styles.progress}>
      <ProgressBar percent={done * 100} label={text.progressOf(name)} words={words} />
      <span className={styles.quiet}>{words}</span>
    </span>
  );
}
