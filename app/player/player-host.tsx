import { useEffect, useRef } from 'react';
import { isChannelId } from '#shared/enums.ts';
import { MEDIA_PARK_ID } from './media-place.ts';
import styles from './player-host.module.css';
import { playerStateNumber } from './player.state.ts';
import { attachMedia, heardNowMs, pause, playerSnapshot, playLive, soundingChannel } from './player.store.ts';
import { usePlayer } from './use-player.ts';

declare global {
  interface Window {
    /** The player for scripts around the page: the state numbers of R-252, and the instant heard in Unix ms. */
    airwavePlayer?: { getPlayerState: () => number; getHeardAt: () => number | null };
  }
}

/** Links that play: where they stand, on the channel's live page, or with the picture there. */
const LISTEN_LINKS = '[data-listen], [data-listen-there], [data-watch]';

/**
 * Where the player lives: outside the pages, so that sound goes on from one to the next. Holds the element that sounds,
 * the one live region, and makes links that say so play.
 */
export function PlayerHost() {
  const park = useRef<HTMLDivElement>(null);
  const { said } = usePlayer();

  useEffect(() => {
    const place = park.current;
    if (place === null) return undefined;
    // Made by hand: React must never take it away, wherever a page has put it meanwhile.
    const element = document.createElement('video');
    element.playsInline = true;
    element.preload = 'none';
    element.dataset.playerMedia = '';
    element.tabIndex = -1;
    place.append(element);
    const detach = attachMedia(element);
    window.airwavePlayer = {
      getPlayerState: () => playerStateNumber(playerSnapshot().player),
      getHeardAt: heardNowMs,
    };
    return () => {
      detach();
      element.remove();
      delete window.airwavePlayer;
    };
  }, []);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LISTEN_LINKS) : null;
      if (link === null) return;
      // For another window, which plays when it is there.
      if (link.target && link.target !== window.name) return;
      const { listen, listenThere, watch } = link.dataset;
      const channelId = Number(listen ?? listenThere ?? watch);
      if (!isChannelId(channelId)) return;
      // The other two are followed as well, to the page that shows what plays.
      if (listen !== undefined) event.preventDefault();
      if (listen !== undefined && soundingChannel() === channelId) return pause();
      // What sounds already sounds on: its page is what was asked for.
      if (listenThere !== undefined && soundingChannel() === channelId) return;
      playLive(channelId, watch === undefined ? 'audio' : 'video');
    };
    // Before the site's own listener for links, which would follow it.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);

  return (
    <>
      <div ref={park} id={MEDIA_PARK_ID} className={styles.parked} />
      <output className="vh" aria-live="polite" data-player-status>
        {said}
      </output>
    </>
  );
}
