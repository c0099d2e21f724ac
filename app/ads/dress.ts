import { adsText } from '#app/text/zh-hk/ads.ts';
import sprite from '#app/ui/sprite.svg?url';
import styles from './dress.module.css';

/** Why somebody sees an advertisement, as far as is known; `why-ad.tsx` says it. */
export interface WhyAd {
  slot: string;
  advertiser: string;
  bidder: string;
  why: string;
}

function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `${sprite}#${name}`);
  svg.append(use);
  return svg;
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string | undefined,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export interface Dressed {
  /** Where frames stand. */
  frames: HTMLElement;
  /** Shows what came, or what the station has of its own. */
  show(isShown: boolean): void;
  undress(): void;
}

/**
 * Puts round a place what belongs to every advertisement: its name, why it is seen, and a way past it for who goes by keyboard.
 * They are there, and the place is named an advertisement, for as long as one is shown.
 */
export function dress(place: HTMLElement, whyOf: () => WhyAd, onClose?: () => void): Dressed {
  const usualName = place.getAttribute('aria-label') ?? '';
  const past = element('span', styles.past);
  past.tabIndex = -1;
  const skip = element('a', styles.skip, adsText.skip);
  skip.href = '#';
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    past.focus();
  });
  const why = element('button', styles.why, icon('info'), element('span', styles.words, adsText.why));
  why.type = 'button';
  why.addEventListener('click', () =>
    why.dispatchEvent(new CustomEvent('airwave:why-ad', { detail: whyOf(), bubbles: true })),
  );
  const frames = element('div', styles.frames);
  frames.dataset.adFrames = '';
  const line = element('div', styles.line, skip, why, element('span', styles.label, adsText.label));
  const close = onClose && element('button', styles.close, icon('x'));
  if (close) {
    close.type = 'button';
    close.setAttribute('aria-label', adsText.close);
    close.addEventListener('click', onClose);
  }
  // A frame that is moved in the document is loaded anew: what is put before and after it is there from the first.
  const parts = [line, frames, past, ...(close ? [close] : [])];
  line.hidden = true;
  frames.style.visibility = 'hidden';
  place.append(...parts);
  return {
    frames,
    show(isShown) {
      line.hidden = !isShown;
      frames.style.visibility = isShown ? '' : 'hidden';
      place.setAttribute('aria-label', isShown ? adsText.label : usualName);
      if (isShown) place.dataset.adShown = '';
      else delete place.dataset.adShown;
    },
    undress() {
      this.show(false);
      for (const part of parts) part.remove();
    },
  };
}
