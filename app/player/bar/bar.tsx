import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { paths } from '#app/paths.ts';
import { BACK_SECONDS, ON_SECONDS, type Session } from '#app/player/player.state.ts';
import { faceOf } from '#app/player/player.status.ts';
import { skip, stationNowMs, toggle, type PlayerSnapshot } from '#app/player/player.store.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import styles from './bar.module.css';
import { changeSpeed } from '#app/player/replay/replay-controls.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import { LiveBar } from './live-bar.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { VodBar } from './vod-bar.tsx';

/** Whether the page itself has the full controls of a channel. */
function isLivePageOf(pathname: string, channelId: ChannelId): boolean {
  const base = paths.live(channelId);
  return pathname === base || pathname.startsWith(`${base}/`);
}

/** Keys of a replay, where no slider or menu has them. */
const REPLAY_KEYS: Record<string, () => void> = {
  ArrowLeft: () => skip(-BACK_SECONDS),
  ArrowRight: () => skip(ON_SECONDS),
  '<': () => changeSpeed(-1),
  '>': () => changeSpeed(1),
};
const NO_KEYS: Record<string, () => void> = {};

/** Whether the page itself has the whole player of a replay. */
const isReplayPage = (pathname: string): boolean => [paths.instantPlay(), paths.playlistCreate()].includes(pathname);

/** Its colours are those of its channel; a classic has none. */
const replayChannel = ({ source }: Session): number | undefined => {
  const streamId = isReplay(source) ? (source.told?.streamId ?? 0) : 0;
  return isChannelId(streamId) ? streamId : undefined;
};

/** The bar at the foot of a page; a channel's own live page, and those of replays, have their controls themselves. */
export function Bar({ snapshot, session }: { snapshot: PlayerSnapshot; session: Session }) {
  const { pathname } = useLocation();
  const box = useRef<HTMLElement>(null);
  const channelId = session.timeline === 'live' ? session.source.channelId : null;
  const isOwn = isReplay(session.source)
    ? isReplayPage(pathname)
    : channelId !== null && isLivePageOf(pathname, channelId);
  const shown = !isOwn;

  const keys = session.timeline === 'vod' && isReplay(session.source) ? REPLAY_KEYS : NO_KEYS;

  useEffect(() => (shown && box.current ? reserveBottomInset('player', box.current) : undefined), [shown]);

  useEffect(() => {
    // Space on a button is that button's; elsewhere in the player it plays and pauses.
    const onKeyDown = (event: KeyboardEvent) => {
      const within = (selector: string) => event.target instanceof Element && event.target.closest(selector) !== null;
      const act = event.key === ' ' ? toggle : keys[event.key];
      // What a control does with a key goes first.
      if (
        act === undefined ||
        event.defaultPrevented ||
        within(event.key === ' ' ? 'button, [type=radio]' : 'input, [role=menu]')
      )
        return;
      event.preventDefault();
      act();
    };
    const section = box.current;
    section?.addEventListener('keydown', onKeyDown);
    return () => section?.removeEventListener('keydown', onKeyDown);
  }, [shown, keys]);

  if (!shown) return null;
  return (
    <section
      ref={box}
      className={styles.bar}
      data-channel={channelId ?? replayChannel(session)}
      data-player={faceOf(session, stationNowMs())}
      aria-label={playerText.player}
    >
      {session.timeline === 'live' ? (
        <LiveBar snapshot={snapshot} session={session} />
      ) : isReplay(session.source) ? (
        <ReplayBar snapshot={snapshot} session={session} source={session.source} />
      ) : (
        <VodBar snapshot={snapshot} session={session} />
      )}
    </section>
  );
}
