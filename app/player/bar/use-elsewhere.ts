import { useEffect, useState } from 'react';
import { notify } from '#app/components/shell/dialogs.ts';
import { swapsAddresses } from '#app/player/engines/choose-engine.ts';
import { isOfChannel } from '#app/player/player.state.ts';
import { mediaElement, playerSnapshot, send } from '#app/player/player.store.ts';
import { comeBack, playElsewhere, watchElsewhere, watchOffer } from '#app/player/system/remote-playback.ts';
import { isElsewhere } from '#app/player/system/remote-state.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';

/** Reopens the source at its position, for a change of output device. */
function reopen(): void {
  const { session } = playerSnapshot().player;
  if (session !== null && !isOfChannel(session)) send({ type: 'change', source: session.source });
}

/** Whether playback is on another device. When remote playback ends, this browser resumes. */
export function useElsewhere(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const media = mediaElement();
    if (media === null) return undefined;
    const look = () => {
      setThere(isElsewhere(media));
      if (!isElsewhere(media)) comeBack(media, reopen);
    };
    setThere(isElsewhere(media));
    return watchElsewhere(media, look);
  }, []);
  return isThere;
}

/** Whether a remote device can play an address. Watched only while the player is visible. */
export function useOffer(address: string | undefined): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => (address === undefined ? undefined : watchOffer(address, setOffered)), [address]);
  return isOffered;
}

/** Prompts for a remote playback device. */
export async function chooseMachine(): Promise<void> {
  const media = mediaElement();
  if (media === null) return;
  const openThere = () => {
    reopen();
    // Choosing a device while paused starts playback there.
    send({ type: 'resume' });
  };
  const shown = await playElsewhere(media, { isHeld: !swapsAddresses(media), openThere, openHere: reopen });
  if (shown !== 'shown') notify(replayText.elsewhere[shown], 'info');
}
