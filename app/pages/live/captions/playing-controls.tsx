import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useCaptioned } from '#app/components/captions/use-captioned.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import pressed from '#app/player/controls/chase-button.module.css';
import { ChaseButton } from '#app/player/controls/chase-button.tsx';
import type { LiveSession } from '#app/player/player.state.ts';
import { liveCaptionsText as words } from '#app/text/zh-hk/live-captions.ts';
import type { ChannelId } from '#shared/enums.ts';
import { captionedPath } from '#shared/paths/live-captions.ts';

/** Captions may arrive this late, and a speaker may pause this long. */
const AROUND_MS = 120_000;

interface Props {
  channelId: ChannelId;
  session: LiveSession;
  behindMs: number;
  className: string | undefined;
}

/** What the live page shows beside its buttons while its channel plays: loaded then. */
export function PlayingControls({ channelId, session, behindMs, className = '' }: Props): ReactNode {
  return (
    <>
      {behindMs > 0 && <ChaseButton session={session} className={className} />}
      <CaptionsPress channelId={channelId} heardMs={session.heardAtMs} className={className} />
    </>
  );
}

type Strip = ComponentType<{ captioned: string }>;
/** The choice survives navigation between channel pages. */
let wasOn: Strip | null = null;

/** Offered if there are captions. The strip is loaded on the press and shown above the buttons. */
function CaptionsPress(props: { channelId: ChannelId; heardMs: number | null; className: string }) {
  const { channelId, heardMs, className } = props;
  const address = captionedPath(channelId);
  const captioned = useCaptioned(String(channelId), address);
  const [Strip, setStrip] = useState<Strip | null>(() => wasOn);
  const [place, setPlace] = useState<Element | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOffered =
    captioned !== null &&
    heardMs !== null &&
    heardMs >= captioned.fromMs - AROUND_MS &&
    heardMs <= captioned.toMs + AROUND_MS;
  useEffect(() => {
    if (isOffered) setPlace(button.current?.closest('fieldset')?.querySelector('[data-note]') ?? null);
  }, [isOffered]);
  if (!isOffered) return null;

  const choose = (chosen: Strip | null) => {
    wasOn = chosen;
    setStrip(() => chosen);
  };
  const press = () => {
    if (Strip !== null) return choose(null);
    import('#app/components/captions/caption-strip.tsx')
      .then(({ CaptionStrip }) => choose(CaptionStrip))
      .catch(() => notify(words.notOpened, 'info'));
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${className} ${pressed.chase}`}
        aria-pressed={Strip !== null}
        onClick={press}
      >
        {words.press}
      </button>
      {Strip !== null && place !== null && createPortal(<Strip key={channelId} captioned={address} />, place)}
    </>
  );
}
