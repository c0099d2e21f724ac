import { useEffect, useRef } from 'react';
import { isChannelId } from '#shared/enums.ts';
import { answerPress } from './answer-press.ts';
import { MEDIA_PARK_ID } from './media-park.ts';
import styles from './player-host.module.css';
import { playerStateNumber } from './player.state.ts';
import { attachMedia, heardNowMs, pause, playerSnapshot, playLive, soundingChannel } from './player.store.ts';
import { usePlayer } from './use-player.ts';

declare global {
  interface Window {
    /** The player's public API for other scripts: the state numbers of R-252, and the current instant in Unix ms. */
    airwavePlayer?: { getPlayerState: () => number; getHeardAt: () => number | null };
  }
}

/** Links that start playback: in place, on the channel's live page, or with its video there. */
const LISTEN_LINKS = '[data-listen], [data-listen-there], [data-watch]';

/**
 * Hosts the player outside the pages, so that playback survives navigation. Contains the media element and the one live
 * region, and makes marked links start playback.
 */
export function PlayerHost() {
  const park = useRef<HTMLDivElement>(null);
  const { said } = usePlayer();

  useEffect(() => {
    const box = park.current;
    if (box === null) return undefined;
    // Created manually: React must never remove it, wherever a page has moved it.
    const element = document.createElement('video');
    element.playsInline = true;
    element.preload = 'none';
    element.dataset.playerMedia = '';
    element.tabIndex = -1;
    box.append(element);
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
      // A link to another window, which plays once loaded.
      if (link.target && link.target !== window.name) return;
      const { listen, listenThere, watch, from } = link.dataset;
      const channelId = Number(listen ?? listenThere ?? watch);
      if (!isChannelId(channelId)) return;
      // The other two kinds of link are also followed, to the page of what plays.
      if (listen !== undefined) event.preventDefault();
      if (listen !== undefined && from === undefined && soundingChannel() === channelId)
        return answerPress(link, pause);
      // The channel already plays: the link only navigates.
      if (listenThere !== undefined && soundingChannel() === channelId) return;
      // From an instant; an empty one is live, also if playback is behind.
      answerPress(link, () =>
        playLive(channelId, watch === undefined ? 'audio' : 'video', from ? new Date(Number(from)) : undefined),
      );
    };
    // In the capture phase, before the site's own link handler, which would navigate.
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
