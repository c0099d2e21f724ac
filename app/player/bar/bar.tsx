import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { paths } from '#app/paths.ts';
import { isOfChannel, type Session } from '#app/player/player.state.ts';
import { faceOf } from '#app/player/player.status.ts';
import { stationNowMs, type PlayerSnapshot } from '#app/player/player.store.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { isChannelId, type ChannelId } from '#shared/enums.ts';
import styles from './bar.module.css';
import { isReplay } from '#app/player/sources/replay.ts';
import { LiveBar } from './live-bar.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { usePlayerKeys } from './use-player-keys.ts';
import { VodBar } from './vod-bar.tsx';

/** Whether the page is the channel's live page, which has the full controls. */
function isLivePageOf(pathname: string, channelId: ChannelId): boolean {
  const base = paths.live(channelId);
  return pathname === base || pathname.startsWith(`${base}/`);
}

/** Whether the page has the full replay player. */
const isReplayPage = (pathname: string): boolean => [paths.instantPlay(), paths.playlistCreate()].includes(pathname);

/** Channel for the colours of a replay; undefined for classics, which have none. */
const replayChannel = ({ source }: Session): number | undefined => {
  const streamId = isReplay(source) ? (source.details?.streamId ?? 0) : 0;
  return isChannelId(streamId) ? streamId : undefined;
};

/** The bar at the bottom of the page. A channel's live page and the replay pages have their own controls instead. */
export function Bar({ snapshot, session }: { snapshot: PlayerSnapshot; session: Session }) {
  const { pathname } = useLocation();
  const box = useRef<HTMLElement>(null);
  const channelId = isOfChannel(session) ? session.source.channelId : null;
  const isOwn = isReplay(session.source)
    ? isReplayPage(pathname)
    : channelId !== null && isLivePageOf(pathname, channelId);
  const shown = !isOwn;

  useEffect(() => (shown && box.current ? reserveBottomInset('player', box.current) : undefined), [shown]);
  usePlayerKeys(box, session, shown);

  if (!shown) return null;
  return (
    <section
      ref={box}
      className={styles.bar}
      data-channel={channelId ?? replayChannel(session)}
      data-player={faceOf(session, stationNowMs())}
      aria-label={playerText.player}
    >
      {isOfChannel(session) && <LiveBar snapshot={snapshot} session={session} />}
      {session.timeline === 'vod' &&
        (isReplay(session.source) ? (
          <ReplayBar snapshot={snapshot} session={session} source={session.source} />
        ) : (
          <VodBar snapshot={snapshot} session={session} />
        ))}
    </section>
  );
}
