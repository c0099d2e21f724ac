import { useEffect, useState, type RefObject } from 'react';
import { mediaElement } from '#app/player/player.store.ts';

/** iPhones offer full screen for the video element only. */
type ApplePicture = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Full screen for a box with its controls if supported; else for the video. */
export function useFullScreen(box: RefObject<HTMLElement | null>): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [box]);
  return {
    isFull,
    toggle: () => {
      const element = box.current;
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
      else if (element !== null && 'requestFullscreen' in element)
        void element.requestFullscreen().catch(() => undefined);
      else (mediaElement() as ApplePicture | null)?.webkitEnterFullscreen?.();
    },
  };
}
