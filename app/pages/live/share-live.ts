import { notify } from '#app/components/shell/dialogs.ts';
import { shareOrCopy } from '#app/components/article/share-or-copy.ts';
import { paths } from '#app/paths.ts';
import { stationNowMs } from '#app/player/player.store.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { liveText } from '#app/text/zh-hk/live.ts';
import { liveMomentText } from '#app/text/zh-hk/live-moment.ts';
import type { ChannelId } from '#shared/enums.ts';
import { liveMomentPath } from '#shared/paths/live-moment.ts';

/** Shares the moment that is heard, or the channel while it is not playing: by the share sheet, else as a link. */
export async function shareLive(channelId: ChannelId, title: string | undefined, heardMs: number | null) {
  const name = title ?? channelText[channelId].name;
  const when = heardMs === null ? '' : liveMomentText.when(new Date(heardMs), new Date(stationNowMs()));
  const data = {
    title: when === '' ? name : liveMomentText.shareTitle(name, when),
    url: location.origin + (heardMs === null ? paths.live(channelId) : liveMomentPath(channelId, heardMs)),
  };
  const how = await shareOrCopy(data);
  if (how === 'copied') notify(when === '' ? liveText.shared : liveMomentText.shared(when));
  if (how === 'failed') notify(liveText.shareFailed);
}
