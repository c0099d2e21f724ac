import { memo, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { lineAt, loadWords, type SaidLine } from '#app/player/replay/replay-words.ts';
import { seekTo } from '#app/player/player.store.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { exactClock } from '#app/text/zh-hk/exact-clock.ts';
import styles from './replay-words.module.css';

const NOTHING: readonly SaidLine[] = [];

/** Transcript of a section, fetched when its player is opened. */
function useWords(sectionId: number): readonly SaidLine[] {
  const [found, setFound] = useState({ sectionId, lines: NOTHING });
  useEffect(() => {
    let isOver = false;
    void loadWords(sectionId).then((lines) => {
      if (!isOver) setFound({ sectionId, lines });
    });
    return () => {
      isOver = true;
    };
  }, [sectionId]);
  return found.sectionId === sectionId ? found.lines : NOTHING;
}

/** A replay player with the transcript beside it, if there is one. */
export function BesideWords({
  source,
  positionMs,
  children,
}: {
  source: ReplaySource;
  positionMs: number;
  children: ReactNode;
}) {
  const lines = useWords(source.sectionId);
  const { told } = source;
  return (
    <div className={styles.both}>
      {children}
      {told !== null && lines.length > 0 && (
        <Words
          lines={lines}
          zeroMs={told.startsAtMs}
          heardMs={told.startsAtMs + positionMs}
          lastMs={told.freeUntilMs ?? told.endsAtMs}
        />
      )}
    </div>
  );
}

interface WordsProps {
  lines: readonly SaidLine[];
  zeroMs: number;
  heardMs: number;
  /** Last position that may be played. */
  lastMs: number;
}

/**
 * The transcript as one tab stop: arrow keys move between lines, Enter seeks. It scrolls with playback unless focused.
 * The current line is marked but not announced.
 */
function Words({ lines, zeroMs, heardMs, lastMs }: WordsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const current = lineAt(lines, heardMs);
  const stop = focused ?? Math.max(current, 0);

  useLayoutEffect(() => {
    const box = list.current;
    const line = box?.children[current];
    if (!box || !(line instanceof HTMLElement) || box.matches(':hover, :focus-within')) return;
    box.scrollTo({ top: line.offsetTop - box.offsetTop - box.clientHeight / 3 });
  }, [current, lines]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    list.current?.children[Math.min(Math.max(to, 0), lines.length - 1)]?.querySelector('button')?.focus();
  };

  return (
    <section className={styles.words} aria-label={replayText.words.title}>
      <h3>{replayText.words.title}</h3>
      {/* Key events bubble from the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ol ref={list} onKeyDown={onKeyDown} onBlur={() => setFocused(null)}>
        {lines.map((line, index) => (
          <Line
            key={`${line.fromMs} ${index}`}
            line={line}
            index={index}
            isCurrent={index === current}
            isStop={index === stop}
            mayHear={line.fromMs < lastMs}
            zeroMs={zeroMs}
            onFocus={setFocused}
          />
        ))}
      </ol>
    </section>
  );
}

const Line = memo(function Line({
  line,
  index,
  isCurrent,
  isStop,
  mayHear,
  zeroMs,
  onFocus,
}: {
  line: SaidLine;
  index: number;
  isCurrent: boolean;
  isStop: boolean;
  mayHear: boolean;
  zeroMs: number;
  onFocus: (index: number) => void;
}) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        aria-disabled={!mayHear}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(index)}
        onClick={() => mayHear && seekTo(line.fromMs - zeroMs)}
      >
        <time dateTime={new Date(line.fromMs).toISOString()}>{exactClock(line.fromMs)}</time>
        {line.words}
      </button>
    </li>
  );
});
