import { useCallback, useState, type MouseEvent } from 'react';
import { elapsedPercent, useByClock, useClock } from '#app/components/hooks/use-clock.ts';
import { paths } from '#app/paths.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { unhydrated } from '#app/ui/static-island.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import { isStale, type ToolbarTile } from './live-toolbar-data.ts';
import { toolbarState } from './live-toolbar-state.ts';
import styles from './live-toolbar.module.css';

const plain = (title: string) => title.replaceAll(BREAK, '');

/** The tiles and rows of the live toolbar. `LiveToolbar` handles the press that opens the rows. */
function ToolbarBody({
  tiles,
  stale,
  renderedAtMs,
  current,
  open,
}: {
  tiles: ToolbarTile[];
  /** Channels whose programme ended so long ago that its title must not be shown. */
  stale: string;
  renderedAtMs: number;
  current: number | null;
  open: boolean;
}) {
  const nowMs = useClock(renderedAtMs);
  const isMissing = ({ channelId }: ToolbarTile) => stale.includes(String(channelId));
  return (
    <>
      <div className={styles.tiles}>
        {tiles.map((tile) => (
          <Tile
            key={tile.channelId}
            tile={tile}
            nowMs={nowMs}
            stale={isMissing(tile)}
            isCurrent={tile.channelId === current}
          />
        ))}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls="live-toolbar-rows"
          aria-label={open ? shell.collapseToolbar : shell.expandToolbar}
        >
          <Icon name={open ? 'chevron-up' : 'chevron-down'} />
        </button>
      </div>
      <ul id="live-toolbar-rows" className={styles.rows} hidden={!open}>
        {tiles.map((tile) => (
          <li key={tile.channelId} data-channel={tile.channelId}>
            <i />
            <Picture name={tile.keyart} alt="" sizes="96px" className={styles.rowArt} />
            <a
              href={paths.live(tile.channelId)}
              target="live"
              className={styles.rowWords}
              data-listen-there={tile.channelId}
            >
              <b>{isMissing(tile) ? shell.toolbarMissing : <Phrase text={tile.title} />}</b>
              <span>
                <Numeral channel={tile.channelId} />
                {!isMissing(tile) && shell.span(tile.from, tile.to)}
              </span>
            </a>
            <Actions tile={tile} />
          </li>
        ))}
      </ul>
    </>
  );
}

const Body = unhydrated(ToolbarBody);

/**
 * The live toolbar: tiles on a desktop; on a phone a bar that expands to rows. Every element plays its channel in the
 * live window: the current window if it has shown a live page or played audio, else the window of that name, or a new
 * one.
 */
export function LiveToolbar({
  tiles,
  renderedAtMs,
  current,
}: {
  tiles: ToolbarTile[];
  renderedAtMs: number;
  current: number | null;
}) {
  const [open, setOpen] = useState(false);
  const stale = useByClock(
    renderedAtMs,
    useCallback((nowMs) => tiles.flatMap((tile) => (isStale(tile, nowMs) ? tile.channelId : [])).join(), [tiles]),
  );
  const state = toolbarState(
    open,
    tiles.some((tile) => tile.hasVideo),
  );
  const press = ({ target }: MouseEvent) => {
    if ((target as Element).closest('[aria-controls="live-toolbar-rows"]')) setOpen(!open);
  };
  return (
    <section
      className={current ? `${styles.toolbar} ${styles.focused}` : styles.toolbar}
      aria-label={shell.toolbar}
      data-live-toolbar={state}
    >
      <Body
        box={{ onClick: press }}
        tiles={tiles}
        stale={stale}
        renderedAtMs={renderedAtMs}
        current={current}
        open={open}
      />
    </section>
  );
}

function Tile({
  tile,
  nowMs,
  stale,
  isCurrent,
}: {
  tile: ToolbarTile;
  nowMs: number;
  stale: boolean;
  isCurrent: boolean;
}) {
  const percent = elapsedPercent(nowMs, tile.startsAtMs, tile.endsAtMs);
  return (
    <article
      className={styles.tile}
      data-channel={tile.channelId}
      data-surface="channel"
      aria-current={isCurrent || undefined}
    >
      <Picture name={tile.keyart} alt="" sizes="156px" className={styles.art} />
      <a className={styles.main} href={paths.live(tile.channelId)} target="live" data-listen-there={tile.channelId}>
        <span className="vh">{shell.channelNames[tile.channelId]}</span>
        <Numeral channel={tile.channelId} decorative />
        <span className={styles.words}>
          <b>{stale ? shell.toolbarMissing : plain(tile.title)}</b>
          {!stale && <span>{shell.span(tile.from, tile.to)}</span>}
        </span>
      </a>
      <Actions tile={tile} />
      <span
        className={styles.bar}
        role="progressbar"
        data-elapsed={`${tile.startsAtMs} ${tile.endsAtMs}`}
        aria-label={shell.progress}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={shell.progressValue(percent)}
      >
        <i style={{ transform: `scaleX(${percent / 100})` }} />
      </span>
    </article>
  );
}

function Actions({ tile: { channelId, title, hasVideo } }: { tile: ToolbarTile }) {
  const name = shell.channelNames[channelId];
  return (
    <div className={styles.actions}>
      {hasVideo && (
        <a
          className={styles.action}
          href={paths.liveVideo(channelId)}
          target="live"
          aria-label={shell.watch(name, plain(title))}
          data-watch={channelId}
        >
          <span className={styles.blink}>
            <Icon name="video" />
          </span>
        </a>
      )}
      <a
        className={styles.action}
        href={paths.live(channelId)}
        target="live"
        aria-label={shell.listen(name, plain(title))}
        data-listen-there={channelId}
      >
        <Icon name="headphones" />
      </a>
    </div>
  );
}
