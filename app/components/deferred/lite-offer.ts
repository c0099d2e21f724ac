import { reserveBottomInset } from '#app/components/shell/bottom-inset.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { liteText as text } from '#app/text/zh-hk/lite.ts';
import { litePathOf } from '#shared/paths/lite-paths.ts';
import styles from './lite-offer.module.css';

const isRefused = (): boolean => {
  try {
    return localStorage.getItem(SHARED_KEYS.liteRefused) !== null;
  } catch {
    return false;
  }
};

/** Offers the lite pages to a browser that is slow or saves data, until it refuses. */
export function offerLite(): void {
  const path = litePathOf(location.pathname);
  if (path === null || isRefused()) return;
  const box = document.createElement('aside');
  box.className = `${styles.offer} on-ink`;
  const words = document.createElement('p');
  words.textContent = text.offer;
  const take = document.createElement('a');
  take.href = `${path}?keep=1`;
  take.rel = 'nofollow';
  take.dataset['document'] = '';
  take.textContent = text.take;
  const refuse = document.createElement('button');
  refuse.type = 'button';
  refuse.textContent = text.refuse;
  box.append(words, take, refuse);
  document.body.append(box);
  const giveBack = reserveBottomInset('offer', box);
  refuse.onclick = () => {
    box.remove();
    giveBack();
    try {
      localStorage.setItem(SHARED_KEYS.liteRefused, '1');
    } catch {
      // Without storage it is offered again on the next page.
    }
  };
}
