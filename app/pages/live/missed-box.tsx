import { useCallback, useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { z } from 'zod';
import { call } from '#app/player/channel/channel-feed.ts';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { missedBoxText as text } from '#app/text/zh-hk/missed-box.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { missedReplySchema } from '#domain/moments/moments.schema.ts';
import type { ChannelId } from '#shared/enums.ts';
import { missedCall } from '#shared/paths/missed-call.ts';

type Moments = ComponentProps<Part>['missed'];
type Part = typeof import('./missed.tsx').Missed;

/** The list of the live page: loaded from its file, so that this one adds nothing to the page's first load. */
async function load(channelId: ChannelId): Promise<{ List: ComponentType<ComponentProps<Part>>; missed: Moments }> {
  const [{ Missed }, { items }] = await Promise.all([
    import('./late-parts.ts'),
    call<z.output<typeof missedReplySchema>>(missedCall(channelId)),
  ]);
  return { List: Missed, missed: items.map(({ start_ts, ...rest }) => ({ ...rest, startsAtMs: start_ts * 1_000 })) };
}

function MissedBox({ channelId, onClose }: { channelId: ChannelId; onClose: () => void }) {
  const [found, setFound] = useState<Awaited<ReturnType<typeof load>> | 'failed' | null>(null);
  const ask = useCallback(() => {
    setFound(null);
    load(channelId).then(setFound, () => setFound('failed'));
  }, [channelId]);
  useEffect(ask, [ask]);
  return (
    <Dialog title={text.title(channelText[channelId].name)} titleHidden closeLabel={text.close} onClose={onClose}>
      {found === null ? (
        <p role="status">{text.loading}</p>
      ) : found === 'failed' ? (
        <>
          <p role="alert">{text.failed}</p>
          <Button onClick={ask}>{text.retry}</Button>
        </>
      ) : (
        <div data-channel={channelId}>
          <found.List channelId={channelId} missed={found.missed} />
          {found.missed.length === 0 && <p>{text.none}</p>}
        </div>
      )}
    </Dialog>
  );
}

/** Shows what was missed on a channel over any page, until it is closed: a press in it plays, the last returns to live. */
export function openMissed(channelId: ChannelId): void {
  if (document.querySelector('[data-missed-box]')) return;
  const box = document.createElement('div');
  box.dataset['missedBox'] = '';
  document.body.append(box);
  const root = createRoot(box, { identifierPrefix: 'missed' });
  const close = () => {
    root.unmount();
    box.remove();
  };
  root.render(<MissedBox channelId={channelId} onClose={close} />);
}
