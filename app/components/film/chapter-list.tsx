import { Icon } from '#app/ui/icon.tsx';
import styles from './chapter-list.module.css';

/** The chapters in order. The current one is marked, and earlier ones are ticked. */
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
  /** Index of the current one; -1: none. */
  current: number;
  clockOf: (atMs: number) => string;
  nowWords: string;
  /** Null while seeking is impossible. */
  onChoose: ((atMs: number) => void) | null;
  /** URL of a chapter, if each has one; null: not reached yet. */
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
                    // Opening in another window uses the URL.
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
