import { useEffect, useRef, useState } from 'react';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { playerText } from '#app/text/zh-hk/player.ts';
import { isChannelId } from '#shared/enums.ts';
import { MEDIA_PARK_ID } from './media-place.ts';
import styles from './player-host.module.css';
import { playerStateNumber } from './player.machine.ts';
import {
  attachMedia,
  heardNowMs,
  playerSnapshot,
  pause,
  playLive,
  soundingChannel,
  type PlayerSnapshot,
} from './player.store.ts';
import { recordingStateNumber } from './vod-session.ts';
import { recordingLine } from './recording-status.ts';
import { usePlayer } from './use-player.ts';

declare global {
  interface Window {
    /** The player for scripts around the page: the state numbers of R-252, and the instant heard in Unix ms. */
    airwavePlayer?: { getPlayerState: () => number; getHeardAt: () => number | null };
  }
}

/** Links that play: where they stand, on the channel's live page, or with the picture there. */
const LISTEN_LINKS = '[data-listen], [data-listen-there], [data-watch]';

/** What a change means to somebody who cannot see it; never the time. */
function announcement({ player, item, recording }: PlayerSnapshot): string {
  const { status } = playerText;
  if (recording.source !== null) return recordingLine(recording);
  if (player.channelId === null) return '';
  switch (player.phase) {
    case 'idle':
    case 'loading':
    case 'buffering':
      return '';
    case 'playing':
      if (player.notice !== null) return status.notices[player.notice];
      return status.playing(channelText[player.channelId].name, item?.title ?? '');
    case 'reconnecting':
      return status.reconnecting;
    case 'failed':
      return player.error === null ? playerText.failed : `${playerText.failed}：${playerText.reason(player.error)}`;
    case 'paused':
      if (player.pausedBy === 'other-tab') return status.otherTab;
      if (player.pausedBy === 'sleep') return status.slept;
      return player.pausedBy === 'blocked' ? status.blocked : status.paused;
  }
}

/** Keeps the last words while there is nothing to say, so that a short wait is not read out as a change. */
function useAnnouncement(snapshot: PlayerSnapshot): string {
  const words = announcement(snapshot);
  const [said, setSaid] = useState('');
  if (words !== '' && words !== said) setSaid(words);
  return snapshot.player.channelId === null && snapshot.recording.source === null ? '' : said;
}

/**
 * Where the player lives: outside the pages, so that sound goes on from one to the next. Holds the element that sounds,
 * the one live region, and makes links that say so play.
 */
export function PlayerHost() {
  const park = useRef<HTMLDivElement>(null);
  const said = useAnnouncement(usePlayer());

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
      getPlayerState: () => {
        const { player, recording } = playerSnapshot();
        return recording.source === null ? playerStateNumber(player) : recordingStateNumber(recording);
      },
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
