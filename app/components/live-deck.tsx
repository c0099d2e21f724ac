import { useEffect, useState } from 'react';
import { paths } from '#app/paths.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { DeckTile } from './deck-data.ts';
import styles from './live-deck.module.css';

/** 0 closed, 1 open, 2 open with live video. */
export type DeckState = 0 | 1 | 2;

/** The state after a press of the toggle, or after the schedule changed while open. */
export function nextDeckState(state: DeckState, event: 'toggle' | 'schedule', hasVideo: boolean): DeckState {
  const open: DeckState = hasVideo ? 2 : 1;
  if (event === 'toggle') return state === 0 ? open : 0;
  return state === 0 ? 0 : open;
}

/**
 * The live toolbar: tiles on a desktop; on a phone a bar that opens into rows. In the live window a tile navigates in
 * place; elsewhere its link names that window. The play button plays right here, because the player goes on through
 * navigation.
 */
export function LiveDeck({ tiles, nowMs, current }: { tiles: DeckTile[]; nowMs: number; current: number | null }) {
  const hasVideo = tiles.some((tile) => tile.hasVideo);
  const [state, setState] = useState<DeckState>(0);
  useEffect(() => setState((before) => nextDeckState(before, 'schedule', hasVideo)), [hasVideo]);
  return (
    <section
      className={current ? `${styles.deck} ${styles.focused}` : styles.deck}
      aria-label={shell.deck}
      data-deck={state}
    >
      <div className={styles.tiles}>
        {tiles.map((tile) => (
          <Tile key={tile.channelId} tile={tile} nowMs={nowMs} isCurrent={tile.channelId === current} />
        ))}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={state !== 0}
          aria-controls="deck-rows"
          aria-label={state === 0 ? shell.expandDeck : shell.collapseDeck}
          onClick={() => setState((before) => nextDeckState(before, 'toggle', hasVideo))}
        >
          <Icon name={state === 0 ? 'chevron-down' : 'chevron-up'} />
        </button>
      </div>
      <ul id="deck-rows" className={styles.rows} hidden={state === 0}>
        {tiles.map((tile) => (
          <li key={tile.channelId} data-channel={tile.channelId}>
            <i />
            <Picture name={tile.keyart} alt="" sizes="96px" className={styles.rowArt} />
            <a href={paths.live(tile.channelId)} className={styles.rowWords}>
              <span className={styles.rowNumeral}>
                <Numeral channel={tile.channelId} />
              </span>
              <b>
                <Phrase text={tile.title} />
              </b>
              <span>{shell.span(tile.from, tile.to)}</span>
            </a>
            <Actions tile={tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ tile, nowMs, isCurrent }: { tile: DeckTile; nowMs: number; isCurrent: boolean }) {
  const name = shell.channelNames[tile.channelId];
  const share = Math.min(1, Math.max(0, (nowMs - tile.startsAtMs) / (tile.endsAtMs - tile.startsAtMs)));
  return (
    <article
      className={styles.tile}
      data-channel={tile.channelId}
      data-surface="channel"
      aria-current={isCurrent || undefined}
    >
      <Picture name={tile.keyart} alt="" sizes="156px" className={styles.art} />
      <a className={styles.main} href={paths.live(tile.channelId)}>
        <span className="vh">{name}</span>
        <Numeral channel={tile.channelId} decorative />
        <span className={styles.words}>
          <b>{tile.title.replaceAll('\u200b', '')}</b>
          <span>{shell.span(tile.from, tile.to)}</span>
        </span>
      </a>
      <Actions tile={tile} />
      <span className={styles.bar}>
        <i style={{ transform: `scaleX(${share.toFixed(4)})` }} />
      </span>
    </article>
  );
}

function Actions({ tile }: { tile: DeckTile }) {
  const name = shell.channelNames[tile.channelId];
  const title = tile.title.replaceAll('\u200b', '');
  return (
    <div className={styles.actions}>
      {tile.hasVideo && (
        <a
          className={styles.action}
          href={paths.liveVideo(tile.channelId)}
          aria-label={shell.watch(name, title)}
          data-watch={tile.channelId}
        >
          <span className={styles.blink}>
            <Icon name="video" />
          </span>
        </a>
      )}
      <a
        className={styles.action}
        href={paths.live(tile.channelId)}
        aria-label={shell.listen(name, title)}
        data-listen-there={tile.channelId}
      >
        <Icon name="headphones" />
      </a>
    </div>
  );
}
