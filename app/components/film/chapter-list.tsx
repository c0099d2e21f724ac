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
  hrefOf,
}: {
  title: string;
  chapters: readonly { atMs: number; title: string }[];
  /** Number of the one that is seen; -1: none is. */
  current: number;
  clockOf: (atMs: number) => string;
  nowWords: string;
  /** Null while nothing can be gone to. */
  onChoose: ((atMs: number) => void) | null;
  /** The address of a chapter, where each has one; null: it has not happened yet. */
  hrefOf?: (atMs: number) => string | null;
}) {
  if (chapters.length === 0) return null;
  return (
    <section className={styles.list} aria-label={title}>
      <h2>
        {title}
        <small>{chapters.length}</small>
      </h2>
      <ol>
        {chapters.map((chapter, index) => {
          const { atMs } = chapter;
          const href = hrefOf?.(atMs) ?? null;
          const isCurrent = index === current ? ('true' as const) : undefined;
          const words = (
            <>
              <span className={styles.at}>{clockOf(atMs)}</span>
              <b>{chapter.title}</b>
              <span className={styles.mark}>
                {index === current ? nowWords : index < current && <Icon name="check" />}
              </span>
            </>
          );
          return (
            <li key={atMs}>
              {href === null ? (
                <button
                  type="button"
                  aria-current={isCurrent}
                  disabled={onChoose === null || hrefOf !== undefined}
                  onClick={() => onChoose?.(atMs)}
                >
                  {words}
                </button>
              ) : (
                <a
                  href={href}
                  aria-current={isCurrent}
                  onClick={(event) => {
                    // Another window is asked for by its address.
                    if (onChoose === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    onChoose(atMs);
                  }}
                >
                  {words}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
