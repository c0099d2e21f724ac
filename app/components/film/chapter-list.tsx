import { Icon } from '#app/ui/icon.tsx';
import styles from './chapter-list.module.css';

interface ChaptersProps {
  chapters: readonly { atMs: number; title: string }[];
  /** Index of the current one; -1: none. */
  current: number;
  clockOf: (atMs: number) => string;
  nowWords: string;
  /** Null while seeking is impossible. */
  onChoose: ((atMs: number) => void) | null;
  /** URL of a chapter, if each has one; null: not reached yet. */
  hrefOf?: (atMs: number) => string | null;
}

/** The chapters under a heading; nothing without any. */
export function ChapterList({ title, ...list }: ChaptersProps & { title: string }) {
  if (list.chapters.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>
        {title}
        <small>{list.chapters.length}</small>
      </h2>
      <Chapters {...list} />
    </section>
  );
}

/** The chapters in order. The current one is marked, and earlier ones are ticked. */
export function Chapters({ chapters, current, clockOf, nowWords, onChoose, hrefOf }: ChaptersProps) {
  return (
    <ol className={styles.list}>
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
  );
}
