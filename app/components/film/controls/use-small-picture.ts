import { useEffect, useState } from 'react';
import { mediaElement } from '#app/player/player.store.ts';

/** Picture-in-picture; `isOffered` only if the browser supports it. */
export function useSmallPicture(): { isOffered: boolean; isSmall: boolean; toggle: () => void } {
  const [isOffered] = useState(() => document.pictureInPictureEnabled === true);
  const [isSmall, setSmall] = useState(false);
  useEffect(() => {
    const media = mediaElement();
    if (media === null) return undefined;
    const look = () => setSmall(document.pictureInPictureElement === media);
    look();
    media.addEventListener('enterpictureinpicture', look);
    media.addEventListener('leavepictureinpicture', look);
    return () => {
      media.removeEventListener('enterpictureinpicture', look);
      media.removeEventListener('leavepictureinpicture', look);
    };
  }, []);
  return {
    isOffered,
    isSmall,
    toggle: () => {
      const turned = isSmall ? document.exitPictureInPicture() : mediaElement()?.requestPictureInPicture();
      turned?.catch(() => undefined);
    },
  };
}
