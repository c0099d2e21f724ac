import { useEffect, useRef, useState } from 'react';
import { liveCaptionsText as words } from '#app/text/zh-hk/live-captions.ts';
import styles from './caption-strip.module.css';
import { useCaptionLine } from './use-caption-line.ts';

/** Until the strip was measured: what a narrow phone shows. */
const FEWEST_COLUMNS = 12;

/** Characters in a line of an element, by its own text size. */
function useColumns() {
  const box = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(FEWEST_COLUMNS);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setColumns(Math.floor(element.clientWidth / parseFloat(getComputedStyle(element).fontSize)));
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { box, columns };
}

interface Props {
  /** Base path of the captions. Another stream has another strip. */
  captioned: string;
  /** Over a picture, covering nothing while nothing is said. */
  isOver?: boolean;
}

/** Two lines of captions. Screen readers read them on request: their users hear the sound itself. */
export function CaptionStrip({ captioned, isOver = false }: Props) {
  const { box, columns } = useColumns();
  const state = useCaptionLine(captioned, columns);
  const [isAnnounced, setAnnounced] = useState(false);
  return (
    <div
      className={`${styles.strip} ${isOver ? styles.over : ''}`}
      data-caption-strip={typeof state === 'string' ? state : 'line'}
    >
      <div
        ref={box}
        role="log"
        className={styles.lines}
        aria-label={words.press}
        aria-live={isAnnounced ? 'polite' : 'off'}
      >
        <p className={typeof state === 'string' ? styles.quiet : undefined}>
          {typeof state === 'string' ? words[state] : state.line}
        </p>
      </div>
      <button
        type="button"
        className={styles.announce}
        aria-pressed={isAnnounced}
        onClick={() => setAnnounced((before) => !before)}
      >
        {words.announce}
      </button>
    </div>
  );
}
