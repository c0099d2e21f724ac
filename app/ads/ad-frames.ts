import { adsText } from '#app/text/zh-hk/ads.ts';
import { BID_TIMEOUT_MS } from '#domain/ads/ad-timeouts.rules.ts';
import type { AdSize, Slot } from '#domain/ads/ad-slots.rules.ts';
import { readBids, readSlotMessage, type Bid, type SlotMessage } from './frame-messages.ts';

/** Page data for bidders. */
export interface AdPage {
  group: string;
  variant: string;
  url: string;
  isReview: boolean;
}

export interface AskedSlot extends Pick<Slot, 'name' | 'type' | 'floorHkd'> {
  sizes: readonly AdSize[];
}

/** A frame must report that its scripts are loaded within this time. */
const READY_MS = 10_000;
/** In addition to the bidders' timeout, for the round trip. */
const MARGIN_MS = 1_000;

export const SLOT_SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/**
 * The ad frames of a page view, on the advertising origin: one for auctions, and one per slot. None of their code runs
 * in our document; each is addressed through a port that is passed once the frame of that origin reports ready.
 */
export class AdFrames {
  readonly #origin: string;
  readonly #page: AdPage;
  readonly #consent: number;
  readonly #ended = new AbortController();
  readonly #bidding: Promise<MessagePort>;
  #auctions = 0;

  constructor(origin: string, page: AdPage, consent: number) {
    this.#origin = origin;
    this.#page = page;
    this.#consent = consent;
    const frame = this.#frame('/bidding', 'bidding');
    frame.tabIndex = -1;
    frame.hidden = true;
    frame.setAttribute('aria-hidden', 'true');
    this.#bidding = this.#portOf(frame, 'bidding');
    // Every awaiter gets the rejection; there may be none.
    this.#bidding.catch(() => undefined);
    document.body.append(frame);
  }

  /** Resolves when the auction frame is ready; rejects if something blocks it, such as an ad blocker. */
  ready(): Promise<unknown> {
    return this.#bidding;
  }

  #frame(path: string, title: string): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    frame.title = title === 'bidding' ? '' : title;
    frame.src = this.#origin + path;
    this.#ended.signal.addEventListener('abort', () => frame.remove());
    return frame;
  }

  /** A port to a frame, once it reports ready. */
  #portOf(frame: HTMLIFrameElement, kind: 'bidding' | 'slot'): Promise<MessagePort> {
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const signal = AbortSignal.any([over.signal, this.#ended.signal]);
      const timer = setTimeout(() => {
        over.abort();
        reject(new Error(`the ${kind} frame did not load`));
      }, READY_MS);
      signal.addEventListener('abort', () => clearTimeout(timer));
      const hear = ({ origin, source, data }: MessageEvent) => {
        if (origin !== this.#origin || source === null || source !== frame.contentWindow) return;
        const told = data as { airwave?: unknown; kind?: unknown } | null;
        if (told?.airwave !== 'ready' || told.kind !== kind) return;
        over.abort();
        const { port1, port2 } = new MessageChannel();
        port1.start();
        frame.contentWindow.postMessage({ airwave: 'port' }, this.#origin, [port2]);
        resolve(port1);
      };
      window.addEventListener('message', hear, { signal });
    });
  }

  /** An auction for several slots. It always ends: on timeout without bids. */
  async auction(slots: AskedSlot[]): Promise<{ bids: Bid[]; timedOut: string[] }> {
    const bidding = await this.#bidding;
    const id = ++this.#auctions;
    return new Promise((resolve) => {
      const over = new AbortController();
      const done = (result: { bids: Bid[]; timedOut: string[] }) => {
        over.abort();
        clearTimeout(timer);
        resolve(result);
      };
      const timer = setTimeout(() => done({ bids: [], timedOut: ['auction'] }), BID_TIMEOUT_MS + MARGIN_MS);
      const hear = ({ data }: MessageEvent) => {
        const read = readBids(data, id);
        if (read) done(read);
      };
      bidding.addEventListener('message', hear, { signal: over.signal });
      bidding.postMessage({
        type: 'auction',
        id,
        slots,
        page: this.#page,
        consent: this.#consent,
        timeoutMs: BID_TIMEOUT_MS,
      });
    });
  }

  /** Puts a slot's frame into an element and listens to it until the returned function removes it. */
  fill(
    box: HTMLElement,
    slot: AskedSlot,
    targeting: Record<string, string>,
    hear: (message: SlotMessage | { type: 'failed' }) => void,
  ): { frame: HTMLIFrameElement; remove: () => void } {
    const frame = this.#frame('/slot', adsText.label);
    frame.setAttribute('sandbox', SLOT_SANDBOX);
    const [widthPx = 0, heightPx = 0] = slot.sizes[0] ?? [];
    frame.width = String(widthPx);
    frame.height = String(heightPx);
    let port: MessagePort | undefined;
    let isGone = false;
    const fillIt = async () => {
      const [mine, bidding] = await Promise.all([this.#portOf(frame, 'slot'), this.#bidding]);
      if (isGone) return;
      port = mine;
      port.addEventListener('message', ({ data }) => {
        const message = isGone ? null : readSlotMessage(data);
        if (message) hear(message);
      });
      const { port1, port2 } = new MessageChannel();
      bidding.postMessage({ type: 'join', name: slot.name }, [port1]);
      const { name, sizes } = slot;
      port.postMessage({ type: 'fill', name, sizes, iu: name, targeting, consent: this.#consent }, [port2]);
    };
    fillIt().catch(() => isGone || hear({ type: 'failed' }));
    box.append(frame);
    return {
      frame,
      remove: () => {
        isGone = true;
        port?.close();
        frame.remove();
      },
    };
  }

  close(): void {
    this.#ended.abort();
  }
}
