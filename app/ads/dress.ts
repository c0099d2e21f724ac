import { adsText } from '#app/text/zh-hk/ads.ts';
import sprite from '#app/ui/sprite.svg?url';
import { askWhy } from './ask-why.ts';
import styles from './dress.module.css';
import type { WhyTold } from './why-asked.ts';

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
  /** Container of the frames. */
  frames: HTMLElement;
  /** Shows the ad, or the house ad. */
  show(isShown: boolean): void;
  undress(): void;
}

/**
 * Adds what every ad has: its label, an explanation, and a skip link for keyboards. They exist, and the slot is
 * labelled as an ad, while one is shown.
 */
export function dress(box: HTMLElement, whyOf: () => WhyTold, onClose?: () => void): Dressed {
  const usualName = box.getAttribute('aria-label') ?? '';
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
  why.addEventListener('click', () => void askWhy(whyOf()));
  const frames = element('div', styles.frames);
  frames.dataset.adFrames = '';
  const line = element('div', styles.line, skip, why, element('span', styles.label, adsText.label));
  const close = onClose && element('button', styles.close, icon('x'));
  if (close) {
    close.type = 'button';
    close.setAttribute('aria-label', adsText.close);
    close.addEventListener('click', onClose);
  }
  // Moving a frame in the document reloads it, so everything around it is inserted at the start.
  const parts = [line, frames, past, ...(close ? [close] : [])];
  line.hidden = true;
  frames.style.visibility = 'hidden';
  box.append(...parts);
  return {
    frames,
    show(isShown) {
      line.hidden = !isShown;
      frames.style.visibility = isShown ? '' : 'hidden';
      box.setAttribute('aria-label', isShown ? adsText.label : usualName);
      if (isShown) box.dataset.adShown = '';
      else delete box.dataset.adShown;
    },
    undress() {
      this.show(false);
      for (const part of parts) part.remove();
    },
  };
}
