import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { send } from '#app/player/player.store.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { NextFilm } from './film-player.types.ts';
import { WatchMessage } from './watch-message.tsx';
import styles from './watch.module.css';

const NEXT_AFTER_S = 10;

/** Navigation state of a page that starts playing at once. */
const PLAYS_AT_ONCE = { plays: true } as const;

/** Options at the end: play again, the next film automatically after a cancellable countdown, or other films. */
export function EndedMessage({
  next,
  morePage,
  leftMs,
}: {
  next: NextFilm | null;
  morePage: string;
  leftMs: number | null;
}) {
  const { ended } = filmText;
  const navigate = useNavigate();
  const [leftS, setLeftS] = useState<number | null>(next === null ? null : NEXT_AFTER_S);
  const page = next?.page ?? '';
  const isCounting = leftS !== null;
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => setLeftS((left) => (left === null ? null : Math.max(0, left - 1))), 1_000);
    return () => clearInterval(timer);
  }, [isCounting]);
  useEffect(() => {
    if (leftS === 0 && page !== '') void navigate(page, { state: PLAYS_AT_ONCE });
  }, [leftS, page, navigate]);

  const again = (
    <Button tone="outline" onClick={() => send({ type: 'resume' })}>
      {filmText.again}
    </Button>
  );
  if (next === null)
    return (
      <WatchMessage title={ended.title} words={ended.words(leftMs)}>
        {again}
        <ButtonLink href={morePage}>{ended.more}</ButtonLink>
      </WatchMessage>
    );
  return (
    <WatchMessage
      title={ended.title}
      // Announced once; the countdown is visual only.
      words={leftS === null ? ended.words(leftMs) : ended.nextIn(NEXT_AFTER_S, next.title)}
    >
      {again}
      {leftS !== null && (
        <Button tone="outline" onClick={() => setLeftS(null)}>
          {ended.stay}
          <span className={styles.seconds} aria-hidden="true">
            {leftS}
          </span>
        </Button>
      )}
      <Button tone="cta" onClick={() => void navigate(page, { state: PLAYS_AT_ONCE })}>
        {ended.next}
      </Button>
    </WatchMessage>
  );
}
