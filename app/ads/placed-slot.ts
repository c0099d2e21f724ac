import { LAZY, REFRESH } from '#domain/ads/ad-limits.rules.ts';
import { adWidthOf, type AdSize, type Slot } from '#domain/ads/ad-slots.rules.ts';
import { AdEvent } from '#shared/tracking.ts';
import type { AdFrames, AskedSlot } from './ad-frames.ts';
import { dress, type Dressed } from './dress.ts';
import type { Bid, SlotMessage } from './frame-messages.ts';
import { nextState, type SlotMove, type SlotState } from './slot-machine.ts';
import { watchSeen } from './viewability.ts';
import type { WhyTold } from './why-asked.ts';

export interface SlotReport {
  event: AdEvent;
  size?: string;
  bidder?: string;
  advertiser?: string;
  creative?: string;
  cpm?: number;
  reason?: string;
}

/** What a slot needs from its page. */
export interface SlotHost {
  frames: AdFrames;
  report(slot: Slot, report: SlotReport): void;
  /** The slot was viewable long enough to be refreshed. */
  onStale(placed: PlacedSlot): void;
  onClosed?(): void;
}

const isWriting = (): boolean => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;

/** Lazy loading margin for an observer. */
export const marginOf = (percent: number): string =>
  `${percent * (adWidthOf(window.innerWidth) === 'xs' ? LAZY.mobileScaling : 1)}% 0px`;

/** A slot of a page, from its discovery until the page is left. */
export class PlacedSlot {
  readonly element: HTMLElement;
  readonly slot: Slot;
  readonly sizes: readonly AdSize[];
  state: SlotState = 'undefined';
  /** Highest bid; undefined until the auction is over. */
  bid: Bid | null | undefined;
  isNear = false;
  readonly #host: SlotHost;
  readonly #dressed: Dressed;
  #current: { frame: HTMLIFrameElement; remove: () => void } | undefined;
  #coming: { frame: HTMLIFrameElement; remove: () => void } | undefined;
  #unwatch: (() => void) | undefined;
  #refreshes = 0;
  #told: WhyTold;

  constructor(element: HTMLElement, slot: Slot, sizes: readonly AdSize[], host: SlotHost) {
    this.element = element;
    this.slot = slot;
    this.sizes = sizes;
    this.#host = host;
    this.#told = { slot: slot.name, advertiser: '', creative: '', bidder: '', why: '' };
    const onClose = slot.type === 'overlay' ? () => this.#close() : undefined;
    this.#dressed = dress(element, () => this.#told, onClose);
    this.#move('define');
  }

  asked(): AskedSlot {
    const { name, type, floorHkd } = this.slot;
    return { name, type, floorHkd, sizes: this.sizes };
  }

  #move(move: SlotMove): boolean {
    const next = nextState(this.state, move);
    if (next === null) return false;
    this.state = next;
    this.element.dataset.adState = next;
    return true;
  }

  #report(event: AdEvent, more: Omit<SlotReport, 'event'> = {}): void {
    this.#host.report(this.slot, { event, ...more });
  }

  get #isOver(): boolean {
    return this.state === 'hidden' || this.state === 'destroyed';
  }

  /** Requests an ad for the slot, once its auction is over and it is near the viewport. */
  fill(): void {
    if (this.#isOver || this.bid === undefined || this.#coming || !this.isNear) return;
    const targeting = { ...this.bid?.targeting, ...(this.slot.name.includes('-review-') && { review: '1' }) };
    this.#coming = this.#host.frames.fill(this.#dressed.frames, this.asked(), targeting, (message) =>
      this.#hear(message),
    );
    if (this.#current) this.#coming.frame.style.visibility = 'hidden';
  }

  #hear(message: SlotMessage | { type: 'failed' }): void {
    if (this.#isOver) return;
    switch (message.type) {
      case 'rendered':
        return this.#rendered(message);
      case 'empty':
        this.#giveUp();
        return this.#report(AdEvent.EMPTY);
      case 'dropped':
        this.#giveUp(true);
        return this.#report(AdEvent.DROPPED, {
          reason: message.reason,
          advertiser: message.advertiser,
          creative: message.creative,
        });
      case 'failed':
        this.#giveUp();
        console.warn('an ad slot was not filled', this.slot.name);
        return this.#report(AdEvent.ERROR);
      case 'clicked':
        return this.#report(AdEvent.CLICK, { advertiser: this.#told.advertiser });
    }
  }

  #rendered({ size, ...told }: Extract<SlotMessage, { type: 'rendered' }>): void {
    if (!this.#coming) return;
    this.#current?.remove();
    this.#current = this.#coming;
    this.#coming = undefined;
    const { frame } = this.#current;
    frame.style.visibility = '';
    // A creative gets no more space than its slot, whatever size it reports.
    const [widest, highest] = [0, 1].map((side) => Math.max(...this.sizes.map((each) => each[side] ?? 0)));
    const [widthPx, heightPx] = size ?? this.sizes[0] ?? [0, 0];
    frame.width = String(Math.min(widthPx, widest ?? 0));
    frame.height = String(Math.min(heightPx, highest ?? 0));
    const isAgain = this.state !== 'defined';
    this.#move(isAgain ? 'refresh' : 'load');
    this.element.hidden = false;
    this.#dressed.show(true);
    const { bidder, advertiser, creative, why } = told;
    this.#told = { slot: this.slot.name, advertiser, creative, bidder, why };
    const cpm = this.bid?.bidder && this.bid.bidder === bidder ? { cpm: this.bid.cpmHkd } : {};
    this.#report(AdEvent.FILL, { size: `${frame.width}x${frame.height}`, bidder, advertiser, creative, ...cpm });
    if (isAgain) this.#report(AdEvent.REFRESH);
    this.#watch(frame);
  }

  #watch(frame: HTMLElement): void {
    let isTold = false;
    this.#unwatch?.();
    this.#unwatch = watchSeen(frame, ({ isViewable, totalMs }) => {
      if (isViewable && !isTold) {
        isTold = true;
        const { advertiser, bidder } = this.#told;
        this.#report(AdEvent.VIEWABLE, { advertiser, bidder });
      }
      if (totalMs < REFRESH.afterViewableMs || this.#refreshes >= REFRESH.atMost || isWriting()) return;
      this.#refreshes++;
      this.#unwatch?.();
      this.bid = undefined;
      this.#host.onStale(this);
    });
  }

  /** No ad, or it had to be removed: the house ad is shown again, in the same space. */
  #giveUp(isDropped = false): void {
    this.#coming?.remove();
    this.#coming = undefined;
    if (this.#current && !isDropped) return;
    this.#unwatch?.();
    this.#current?.remove();
    this.#current = undefined;
    this.#dressed.show(false);
    if (this.slot.type === 'overlay') this.element.hidden = true;
    else this.#reportHouse();
  }

  /** The house ad that is seen; of a booked one also whether it is viewable, and a click. */
  #reportHouse(): void {
    const booked = [...this.element.querySelectorAll<HTMLElement>('[data-ad-booking]')].find(
      ({ offsetParent }) => offsetParent !== null,
    );
    if (!booked) return this.#report(AdEvent.HOUSE);
    const { adName: advertiser = '', adBooking: id = '' } = booked.dataset;
    const told = { bidder: 'house', advertiser, creative: `house-${id}` };
    this.#report(AdEvent.HOUSE, told);
    this.#unwatch = watchSeen(booked, ({ isViewable }) => {
      if (!isViewable) return;
      this.#unwatch?.();
      this.#unwatch = undefined;
      this.#report(AdEvent.VIEWABLE, told);
    });
    // One listener, however often the slot is given up.
    booked.onclick = () => this.#report(AdEvent.CLICK, told);
  }

  #close(): void {
    this.#report(AdEvent.CLOSE);
    this.#move('close');
    this.#end();
    this.#host.onClosed?.();
  }

  #end(): void {
    this.#unwatch?.();
    this.#coming?.remove();
    this.#current?.remove();
    this.#dressed.undress();
  }

  destroy(): void {
    if (this.state === 'destroyed') return;
    this.#end();
    this.#move('destroy');
    delete this.element.dataset.adState;
  }
}
