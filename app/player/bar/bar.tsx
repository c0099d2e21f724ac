import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { paths } from '#app/paths.ts';
import type { Session } from '#app/player/player.state.ts';
import { faceOf } from '#app/player/player.status.ts';
import { stationNowMs, toggle, type PlayerSnapshot } from '#app/player/player.store.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import type { ChannelId } from '#shared/enums.ts';
import styles from './bar.module.css';
import { LiveBar } from './live-bar.tsx';
import { VodBar } from './vod-bar.tsx';

/** Whether the page itself has the full controls of a channel. */
function isLivePageOf(pathname: string, channelId: ChannelId): boolean {
  const base = paths.live(channelId);
  return pathname === base || pathname.startsWith(`${base}/`);
}

/** The bar at the foot of a page; a channel's own live page has its controls itself. */
export function Bar({ snapshot, session }: { snapshot: PlayerSnapshot; session: Session }) {
  const { pathname } = useLocation();
  const box = useRef<HTMLElement>(null);
  const channelId = session.timeline === 'live' ? session.source.channelId : null;
  const shown = channelId === null || !isLivePageOf(pathname, channelId);

  useEffect(() => (shown && box.current ? reserveBottomInset('player', box.current) : undefined), [shown]);

  useEffect(() => {
    // Space on a button is that button's; elsewhere in the player it plays and pauses.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || (event.target instanceof Element && event.target.closest('button'))) return;
      event.preventDefault();
      toggle();
    };
    const section = box.current;
    section?.addEventListener('keydown', onKeyDown);
    return () => section?.removeEventListener('keydown', onKeyDown);
  }, [shown]);

  if (!shown) return null;
  return (
    <section
      ref={box}
      className={styles.bar}
      data-channel={channelId}
      data-player={faceOf(session, stationNowMs())}
      aria-label={playerText.player}
    >
      {session.timeline === 'live' ? (
        <LiveBar snapshot={snapshot} session={session} />
      ) : (
        <VodBar snapshot={snapshot} session={session} />
      )}
    </section>
  );
}
