import { useState, type MouseEvent } from 'react';
import { shell } from '#app/text/zh-hk/shell.ts';
import { unhydrated } from '#app/ui/static-island.tsx';
import { isStale, type ToolbarTile } from './live-toolbar-data.ts';
import { toolbarState } from './live-toolbar-state.ts';
import styles from './live-toolbar.module.css';
import { ToolbarBody } from './toolbar-body.tsx';

const Body = unhydrated(ToolbarBody);

/**
 * The live toolbar: tiles on a desktop; on a phone a bar that expands to rows. Every element plays its channel in the
 * live window: the current window if it has shown a live page or played audio, else the window of that name, or a new
 * one.
 */
export function LiveToolbar({
  tiles,
  nowMs,
  renderedAtMs,
  current,
}: {
  tiles: ToolbarTile[];
  nowMs: number;
  renderedAtMs: number;
  current: number | null;
}) {
  const [open, setOpen] = useState(false);
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
        stale={tiles
          .filter((tile) => isStale(tile, nowMs))
          .map(({ channelId }) => channelId)
          .join()}
        renderedAtMs={renderedAtMs}
        current={current}
        open={open}
      />
    </section>
  );
}
