import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { adsText } from '#app/text/zh-hk/ads.ts';
import type { AdSize } from '#domain/ads/ad-slots.rules.ts';
import styles from './dress.module.css';

/** What a page is come to for: nothing that is sold may ever lie over it. Lists of replays are read, and have many. */
const MAIN_CONTROLS =
  'main :is([data-player] :is(button, input, [role="slider"]), [data-listen], [data-listen-there], [data-watch], [data-recording] button, button[type="submit"]):not([data-ad-slot] *)';
/** Beside an advertisement stands what closes it. */
const CLOSE_PX = 44;

/** Closed once it stays away for as long as the document is there. */
let isClosed = false;

export interface Overlay {
  element: HTMLElement;
  /** Looks for controls anew: lists grow, and parts of a page come later. */
  look(): void;
  close(): void;
}

/**
 * The place over the page, above the player. It has no room of its own until something is in it; the foot of the page then has. While
 * a control of the page lies under it, it stands aside; `onClear` hears each time that none does.
 */
export function openOverlay([widthPx, heightPx]: AdSize, onClear: () => void): Overlay | null {
  if (isClosed) return null;
  const element = document.createElement('aside');
  element.className = styles.overlay ?? '';
  element.dataset.adOverlay = '';
  element.dataset.noPrint = '';
  element.hidden = true;
  element.setAttribute('aria-label', adsText.label);
  element.style.minHeight = `${heightPx}px`;
  document.body.append(element);
  let release: (() => void) | undefined;
  const shown = new MutationObserver(() => {
    release?.();
    release = element.hidden ? undefined : reserveBottomInset('overlay', element);
  });
  shown.observe(element, { attributeFilter: ['hidden'] });

  const under = new Set<Element>();
  const watched = new Set<Element>();
  let observer: IntersectionObserver | undefined;
  let margin = '';
  const tell = () => {
    // Whoever is in it by keyboard is not thrown out.
    const isAside = under.size > 0 && !element.contains(document.activeElement);
    element.toggleAttribute('data-ad-aside', isAside);
    if (!isAside) onClear();
  };
  /** The room that it takes or would take, as the part of the window that is watched. */
  const marginNow = () => {
    const { bottom } = element.getBoundingClientRect();
    const sidePx = Math.max(0, Math.floor((document.documentElement.clientWidth - widthPx - CLOSE_PX) / 2));
    const belowPx = Math.max(0, Math.floor(window.innerHeight - bottom));
    return `${-Math.max(0, Math.floor(bottom - heightPx))}px ${-sidePx}px ${-belowPx}px`;
  };
  const look = () => {
    const now = marginNow();
    if (now !== margin) {
      margin = now;
      observer?.disconnect();
      under.clear();
      watched.clear();
      observer = new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries)
            if (isIntersecting) under.add(target);
            else under.delete(target);
          tell();
        },
        { rootMargin: now },
      );
    }
    const controls = new Set(document.querySelectorAll(MAIN_CONTROLS));
    for (const gone of watched)
      if (!controls.has(gone)) {
        observer?.unobserve(gone);
        watched.delete(gone);
        under.delete(gone);
      }
    for (const control of controls)
      if (!watched.has(control)) {
        watched.add(control);
        observer?.observe(control);
      }
    // Controls that are watched are told of by the observer.
    if (watched.size === 0) tell();
  };
  // What floats at the foot is told on the body, and lifts it.
  const lifted = new MutationObserver(look);
  lifted.observe(document.body, { attributeFilter: ['style'] });
  window.addEventListener('resize', look);
  look();
  return {
    element,
    look,
    close: () => {
      for (const each of [shown, lifted, observer]) each?.disconnect();
      window.removeEventListener('resize', look);
      release?.();
      element.remove();
    },
  };
}

export const keepOverlayClosed = (): void => {
  isClosed = true;
};
