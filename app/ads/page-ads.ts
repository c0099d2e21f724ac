import { LAZY, AD_BLOCK_CHECK_MS } from '#domain/ads/ad-limits.rules.ts';
import type { AdVariant, AdGroup } from '#domain/ads/ad-groups.rules.ts';
import { adGroupKey, REVIEW } from '#domain/ads/ad-groups.rules.ts';
import { AD_BREAKPOINTS_PX, adWidthOf, findSlot, slotName, type Slot } from '#domain/ads/ad-slots.rules.ts';
import { AdEvent } from '#shared/tracking.ts';
import { COOKIES, readCookie } from '#app/cookies.ts';
import { isReviewPath, mayHaveAds } from '#domain/ads/may-have-ads.rules.ts';
import { AdFrames } from './ad-frames.ts';
import { keepOverlayClosed, openOverlay, type Overlay } from './overlay.ts';
import { marginOf, PlacedSlot, type SlotHost, type SlotReport } from './placed-slot.ts';

/** Batches slots that appear in succession. */
const GATHER_MS = 100;
const SWEEP_MS = 200;

/** Partner review pages pass one query parameter: the mode of the ad stand-ins. */
function urlToTell(): string {
  const { origin, pathname, search } = window.location;
  const asked = new URLSearchParams(search).get('ad');
  return origin + pathname + (asked === null ? '' : `?ad=${encodeURIComponent(asked)}`);
}

function report(slot: Pick<Slot, 'name'>, group: string, told: SlotReport): void {
  void import('#app/tracking/report-ad.ts')
    .then(({ reportAd }) => reportAd({ slot: slot.name, page_group: group, ...told }))
    .catch(() => undefined);
}

type Found = Slot & { group: AdGroup; variant?: AdVariant };

/** Advertising across page views, from consent to its withdrawal. */
export class PageAds {
  readonly #origin: string;
  readonly #consent: number;
  readonly #over = new AbortController();
  #view: PageView | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(origin: string, consent: number) {
    this.#origin = origin;
    this.#consent = consent;
    const soon = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#sweep(), SWEEP_MS);
    };
    // Navigation and growing lists change the page without a new document.
    const observer = new MutationObserver(soon);
    observer.observe(document.body, { childList: true, subtree: true });
    this.#over.signal.addEventListener('abort', () => observer.disconnect());
    // Sizes of slots depend on the width.
    for (const px of Object.values(AD_BREAKPOINTS_PX))
      matchMedia(`(min-width: ${px}px)`).addEventListener(
        'change',
        () => {
          this.#view?.end();
          this.#view = undefined;
          soon();
        },
        { signal: this.#over.signal },
      );
    this.#sweep();
  }

  #sweep(): void {
    if (this.#over.signal.aborted) return;
    const { pathname: path } = window.location;
    // A page rendered without ads stays so, and a visitor who has subscribed meanwhile gets no more.
    const adFree =
      readCookie(document.cookie, COOKIES.adFree) === '1' || document.documentElement.dataset.ads === 'off';
    const may = mayHaveAds({ path, adFree, consentBits: this.#consent, isReview: isReviewPath(path) });
    const elements = may === 'on' ? [...document.querySelectorAll<HTMLElement>('[data-ad-slot]')] : [];
    const address = window.location.pathname + window.location.search;
    if (this.#view && (this.#view.address !== address || elements.length === 0)) {
      this.#view.end();
      this.#view = undefined;
    }
    const found = elements.flatMap((element) => {
      const slot = findSlot(element.dataset.adSlot ?? '');
      if (!slot) console.warn('unknown ad slot', element.dataset.adSlot);
      return slot ? [{ element, slot }] : [];
    });
    const [first] = found;
    if (!first) return;
    this.#view ??= new PageView(this.#origin, this.#consent, address, first.slot);
    this.#view.setSlots(found);
  }

  end(): void {
    this.#over.abort();
    clearTimeout(this.#timer);
    this.#view?.end();
  }
}

/** The slots of one page view, and their frames. */
class PageView {
  readonly address: string;
  readonly #from: { origin: string; consent: number };
  readonly #frames: AdFrames;
  readonly #first: Found;
  readonly #group: string;
  readonly #placed = new Map<HTMLElement, PlacedSlot>();
  readonly #fetching: IntersectionObserver;
  readonly #drawing: IntersectionObserver;
  readonly #host: SlotHost;
  #overlay: Overlay | null = null;
  #search: { element: HTMLElement; end: () => void } | null = null;
  #asking = new Set<PlacedSlot>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(origin: string, consent: number, address: string, first: Found) {
    this.address = address;
    this.#from = { origin, consent };
    this.#first = first;
    this.#group = first.group;
    const { group, variant = '' } = first;
    const page = { group, variant, url: urlToTell(), isReview: variant === REVIEW };
    this.#frames = new AdFrames(origin, page, consent);
    this.#host = {
      frames: this.#frames,
      report: (slot, told) => report(slot, group, told),
      onStale: (placed) => this.#ask(placed),
      onClosed: () => {
        keepOverlayClosed();
        this.#overlay?.close();
        this.#overlay = null;
      },
    };
    const placedOf = (entries: IntersectionObserverEntry[]) =>
      entries.flatMap(({ isIntersecting, target }) => {
        const placed = isIntersecting ? this.#placed.get(target as HTMLElement) : undefined;
        return placed ? [placed] : [];
      });
    this.#fetching = new IntersectionObserver(
      (entries) => {
        for (const placed of placedOf(entries)) {
          this.#fetching.unobserve(placed.element);
          this.#ask(placed);
        }
      },
      { rootMargin: marginOf(LAZY.fetchPercent) },
    );
    this.#drawing = new IntersectionObserver(
      (entries) => {
        for (const placed of placedOf(entries)) {
          this.#drawing.unobserve(placed.element);
          placed.isNear = true;
          placed.fill();
        }
      },
      { rootMargin: marginOf(LAZY.renderPercent) },
    );
    void this.#checkBlocked();
  }

  /** If ads are blocked, that is reported as an ad event, and house ads stay. Never a wall. */
  async #checkBlocked(): Promise<void> {
    const timedOut = new Promise<'timed out'>((done) => {
      setTimeout(() => done('timed out'), AD_BLOCK_CHECK_MS);
    });
    const completed = this.#frames.ready().then(() => 'completed' as const);
    const ending = await Promise.race([completed, timedOut]).catch(() => 'timed out' as const);
    if (this.#isOver || ending === 'completed') return;
    console.warn('advertising did not respond; the page continues without it');
    report(this.#first, this.#group, { event: AdEvent.BLOCKED });
    for (const { slot } of this.#placed.values())
      if (slot.type !== 'overlay') report(slot, this.#group, { event: AdEvent.HOUSE, reason: 'blocked' });
  }

  #define(element: HTMLElement, slot: Slot): void {
    const sizes = slot.sizes[adWidthOf(window.innerWidth)];
    // Hidden at this width.
    if (sizes.length === 0 || element.offsetParent === null) return;
    const placed = new PlacedSlot(element, slot, sizes, this.#host);
    this.#placed.set(element, placed);
    this.#fetching.observe(element);
    this.#drawing.observe(element);
  }

  /** Synchronises with the current page: adds new slots and removes those that are gone. */
  setSlots(found: { element: HTMLElement; slot: Found }[]): void {
    for (const [element, placed] of this.#placed) {
      if (element === this.#overlay?.element) continue;
      if (found.some((one) => one.element === element && one.slot.name === placed.slot.name)) continue;
      placed.destroy();
      this.#placed.delete(element);
    }
    for (const { element, slot } of found) if (!this.#placed.has(element)) this.#define(element, slot);
    this.#lay();
    void this.#besideResults();
  }

  /** Search text ads have a slot on one page only: their code is loaded with it. */
  async #besideResults(): Promise<void> {
    const element = document.querySelector<HTMLElement>('[data-ad-for-search]');
    if (this.#search && this.#search.element !== element) {
      this.#search.end();
      this.#search = null;
    }
    if (!element || this.#search) return;
    const search = (this.#search = { element, end: () => {} });
    try {
      const { fillSearchSlot } = await import('./search-ad.ts');
      if (this.#isOver || this.#search !== search) return;
      search.end = fillSearchSlot(element, {
        ...this.#from,
        url: urlToTell(),
        report: (event) => report({ name: 'search-text-1' }, this.#group, { event }),
      });
    } catch {
      // The house ad stays.
    }
  }

  #lay(): void {
    if (this.#overlay) return this.#overlay.look();
    const { group, variant } = this.#first;
    const slot = findSlot(slotName(adGroupKey(group, variant), 'overlay', 1));
    const [size] = slot?.sizes[adWidthOf(window.innerWidth)] ?? [];
    if (!slot || !size) return;
    // No requests for slots that cannot be seen.
    let placed: PlacedSlot | undefined;
    const begin = () => {
      if (!placed || placed.isNear) return;
      placed.isNear = true;
      this.#ask(placed);
    };
    let isClear = false;
    this.#overlay = openOverlay(size, () => {
      isClear = true;
      begin();
    });
    if (!this.#overlay) return;
    placed = new PlacedSlot(this.#overlay.element, slot, [size], this.#host);
    this.#placed.set(this.#overlay.element, placed);
    if (isClear) begin();
  }

  #ask(placed: PlacedSlot): void {
    this.#asking.add(placed);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#auction(), GATHER_MS);
  }

  /** One auction for all waiting slots. If it fails, the page shows house ads. */
  async #auction(): Promise<void> {
    const asked = [...this.#asking];
    this.#asking = new Set();
    for (const { slot } of asked) report(slot, this.#group, { event: AdEvent.REQUEST });
    try {
      const { bids, timedOut } = await this.#frames.auction(asked.map((placed) => placed.asked()));
      if (this.#isOver) return;
      for (const bidder of timedOut) report(this.#first, this.#group, { event: AdEvent.TIMEOUT, bidder });
      for (const placed of asked) {
        const bid = bids.find(({ name }) => name === placed.slot.name) ?? null;
        if (bid?.bidder) report(placed.slot, this.#group, { event: AdEvent.BID, bidder: bid.bidder, cpm: bid.cpmHkd });
        placed.bid = bid;
        placed.fill();
      }
    } catch {
      // Reported by the blocker check.
    }
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#fetching.disconnect();
    this.#drawing.disconnect();
    for (const placed of this.#placed.values()) placed.destroy();
    this.#overlay?.close();
    this.#search?.end();
    this.#frames.close();
  }
}
