import { useState } from 'react';
import { useTelling } from '#app/player/bar/use-telling.ts';
import controls from '#app/player/controls/controls.module.css';
import { vodOf } from '#app/player/player.state.ts';
import { close, send } from '#app/player/player.store.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import { usePlayer } from '#app/player/use-player.ts';
import { endlessText } from '#app/text/zh-hk/endless.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Mood } from './endless-turn.ts';
import styles from './song-pages.module.css';

const text = endlessText.turn;

/**
 * Plays the songs of the list one after another, in the one player. What plays is announced by the player, as it is on every
 * page.
 */
export function EndlessPlayer({ mood, page }: { mood: Mood; page: number }) {
  const { player } = usePlayer();
  const { pricing } = useTelling();
  const [note, setNote] = useState<'noneFree' | 'nothing' | 'failed' | null>(null);
  const source = vodOf(player)?.source;
  const song = source !== undefined && isReplay(source) && source.song !== null ? source : null;

  async function start(): Promise<void> {
    setNote(null);
    try {
      const { playTurn } = await import('./endless-turn.ts');
      const answer = await playTurn(mood, page);
      if (answer !== 'playing') setNote(answer);
    } catch {
      setNote('failed');
    }
  }
  const step = (to: 'previous' | 'next', icon: 'skip-back' | 'skip-forward') => (
    <button
      type="button"
      className={controls.icon}
      aria-label={text[to]}
      disabled={to === 'next' && !song?.next}
      onClick={() => send({ type: 'step', to })}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div className={styles.turn} role="group" aria-label={text.label}>
      <button
        type="button"
        className={buttonClasses({ tone: song === null ? 'ink' : 'outline' })}
        onClick={() => (song === null ? void start() : close())}
      >
        <Icon name={song === null ? 'play' : 'x'} fill={song === null} />
        {song === null ? text.play : text.stop}
      </button>
      {song !== null && (
        <>
          {step('previous', 'skip-back')}
          {step('next', 'skip-forward')}
        </>
      )}
      <p>
        {song === null ? (
          text.free
        ) : (
          <>
            {text.now} <a href={song.page}>{song.title}</a> {song.from}
          </>
        )}
      </p>
      <p role="status">
        {note !== null && text[note]} {note === 'noneFree' && pricing !== '' && <a href={pricing}>{text.plans}</a>}
      </p>
    </div>
  );
}
