import type { FillMessage, FrameSize } from '#shared/ads/ad-frames.ts';
import { agreesToAds } from '../frame/messages.ts';

// The ad server tag, by the common API of Google Publisher Tag. Only what is used is typed.

interface RenderEnded {
  slot: GptSlot;
  isEmpty: boolean;
  size?: [number, number] | string | null;
  advertiserId?: number | string | null;
  creativeId?: number | string | null;
}
interface GptSlot {
  addService(service: PubAds): GptSlot;
  setTargeting(key: string, value: string | string[]): GptSlot;
}
interface PubAds {
  addEventListener(name: 'slotRenderEnded' | 'slotOnload', listener: (event: RenderEnded) => void): void;
  setPrivacySettings?(settings: { limitedAds: boolean; nonPersonalizedAds: boolean }): void;
  setForceSafeFrame?(isForced: boolean): void;
  setSafeFrameConfig?(config: { sandbox: boolean; allowOverlayExpansion: boolean; allowPushExpansion: boolean }): void;
}
interface Googletag {
  cmd: { push(command: () => void): void };
  pubads(): PubAds;
  defineSlot(iu: string, sizes: readonly FrameSize[], elementId: string): GptSlot | null;
  enableServices(): void;
  display(elementId: string): void;
  destroySlots(slots?: GptSlot[]): void;
}
declare global {
  interface Window {
    googletag?: Partial<Googletag>;
  }
}

/** The ad server's decision for the slot. */
export type Decided =
  | { isEmpty: true }
  | { isEmpty: false; size: FrameSize | null; advertiser: string; creative: string };

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

let loading: Promise<Googletag> | undefined;

function loadTag(url: string): Promise<Googletag> {
  loading ??= new Promise((done, fail) => {
    const tag: Partial<Googletag> = (window.googletag ??= {});
    tag.cmd ??= [] as unknown as Googletag['cmd'];
    tag.cmd.push(() => done(window.googletag as Googletag));
    const script = document.createElement('script');
    script.async = true;
    script.src = url;
    script.onerror = () => fail(new Error('could not load the ad server tag'));
    document.head.append(script);
  });
  return loading;
}

interface AdServerRequest {
  elementId: string;
  tagUrl: string;
  iu: string;
  fill: FillMessage;
  onDecided: (decided: Decided) => void;
  /** Called when its content has loaded. */
  onShown: () => void;
}

/** Asks the ad server to fill the slot. Returns a function that clears it. */
export async function askAdServer({
  elementId,
  tagUrl,
  iu,
  fill,
  onDecided,
  onShown,
}: AdServerRequest): Promise<() => void> {
  const tag = await loadTag(tagUrl);
  const pubads = tag.pubads();
  const isLimited = !agreesToAds(fill.consent);
  pubads.setPrivacySettings?.({ limitedAds: isLimited, nonPersonalizedAds: isLimited });
  pubads.setForceSafeFrame?.(true);
  pubads.setSafeFrameConfig?.({ sandbox: true, allowOverlayExpansion: false, allowPushExpansion: false });
  const slot = tag.defineSlot(iu, fill.sizes, elementId);
  if (!slot) throw new Error('the ad server rejected the ad slot');
  slot.addService(pubads);
  for (const [key, value] of Object.entries(fill.targeting)) slot.setTargeting(key, value);
  pubads.addEventListener('slotRenderEnded', (event) => {
    if (event.slot !== slot) return;
    if (event.isEmpty) return onDecided({ isEmpty: true });
    const { size, advertiserId, creativeId } = event;
    onDecided({
      isEmpty: false,
      size: Array.isArray(size) ? [Number(size[0]), Number(size[1])] : null,
      advertiser: text(advertiserId),
      creative: text(creativeId),
    });
  });
  pubads.addEventListener('slotOnload', (event) => event.slot === slot && onShown());
  tag.enableServices();
  tag.display(elementId);
  return () => tag.destroySlots([slot]);
}
