import { whenIdle } from './when-idle.ts';

/** Leaves the first moments to presses. */
const START_AFTER_MS = 2_000;

/**
 * Renders the sections that the first layout left out (`data-deferred`), one in each idle moment: a reader who scrolls,
 * searches or prints finds everything laid out. Sections of pages that are navigated to follow in the same way.
 */
export function renderDeferredSections(): void {
  let isPending = false;
  const renderNext = () => {
    const section = document.querySelector('[data-deferred]');
    isPending = section !== null;
    if (section === null) return;
    section.removeAttribute('data-deferred');
    // The frame with its layout and paint comes first.
    requestAnimationFrame(() => whenIdle(renderNext));
  };
  const begin = () => {
    if (isPending) return;
    isPending = true;
    setTimeout(() => whenIdle(renderNext), START_AFTER_MS);
  };
  const main = document.querySelector('main');
  if (main) new MutationObserver(begin).observe(main, { childList: true });
  begin();
}
