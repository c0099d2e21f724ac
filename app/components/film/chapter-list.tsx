import { filmText } from '#app/text/zh-hk/film.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './chapter-list.module.css';

/** The chapters in order; the one that is seen is marked, and those behind it are ticked. */
export function ChapterList({
  title,
  chapters,
  current,
  clockOf,
  nowWords,
  onChoose,
}: {
  title: string;
  chapters: readonly { atMs: number; title: string }[];
  /** Number of the one that is seen; -1: none is. */
  current: number;
  clockOf: (atMs: number) => string;
  nowWords: string;
  /** Null while nothing can be gone to. */
  onChoose: ((atMs: number) => void) | null;
}) {
  if (chapters.length === 0) return null;
  return (
    <section className={styles.list} aria-label={title}>
      <h2>
        {title}
        <small>{chapters.length}</small>
      </h2>
      <ol>
        {chapters.map((chapter, index) => (
          <li key={chapter.atMs}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              disabled={onChoose === null}
              onClick={() => onChoose?.(chapter.atMs)}
            >
              <span className={styles.at}>{clockOf(chapter.atMs)}</span>
              <b>{chapter.title}</b>
              <span className={styles.mark}>
                {index === current ? nowWords : index < current && <Icon name="check" />}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
