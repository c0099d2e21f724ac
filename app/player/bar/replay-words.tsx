import { memo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FollowButton } from '#app/player/replay/follow-button.tsx';
import { useFollow } from '#app/player/replay/use-follow.ts';
import { lineAt, type SaidLine } from '#app/player/replay/replay-words.ts';
import { useWords } from '#app/player/replay/use-words.ts';
import { seekTo } from '#app/player/player.store.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { exactClock } from '#app/text/zh-hk/exact-clock.ts';
import styles from './replay-words.module.css';

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
  const { details } = source;
  return (
    <div className={styles.both}>
      {children}
      {details !== null && lines.length > 0 && (
        <Words
          lines={lines}
          zeroMs={details.startsAtMs}
          heardMs={details.startsAtMs + positionMs}
          lastMs={details.freeUntilMs ?? details.endsAtMs}
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
 * The transcript as one tab stop: arrow keys move between lines, Enter seeks. It scrolls with playback until its reader
 * scrolls. The current line is marked but not announced.
 */
function Words({ lines, zeroMs, heardMs, lastMs }: WordsProps) {
  const [focused, setFocused] = useState<number | null>(null);
  const current = lineAt(lines, heardMs);
  const stop = focused ?? Math.max(current, 0);
  const { list, isFollowing, follow, reading } = useFollow(current, lines);

  const onKeyDown = (event: KeyboardEvent) => {
    reading.onKeyDown(event);
    const to = { ArrowDown: stop + 1, ArrowUp: stop - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    list.current?.children[Math.min(Math.max(to, 0), lines.length - 1)]?.querySelector('button')?.focus();
  };

  return (
    <section className={styles.words} aria-label={replayText.words.title}>
      <div className={styles.head}>
        <h3>{replayText.words.title}</h3>
        <FollowButton isFollowing={isFollowing} onPress={follow} className={styles.follow} />
      </div>
      {/* Key events bubble from the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ol ref={list} {...reading} onKeyDown={onKeyDown} onBlur={() => setFocused(null)}>
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
            onSeek={follow}
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
  onSeek,
}: {
  line: SaidLine;
  index: number;
  isCurrent: boolean;
  isStop: boolean;
  mayHear: boolean;
  zeroMs: number;
  onFocus: (index: number) => void;
  onSeek: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        aria-disabled={!mayHear}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(index)}
        onClick={() => {
          if (!mayHear) return;
          seekTo(line.fromMs - zeroMs);
          onSeek();
        }}
      >
        <time dateTime={new Date(line.fromMs).toISOString()}>{exactClock(line.fromMs)}</time>
        {line.words}
      </button>
    </li>
  );
});
