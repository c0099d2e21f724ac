const heights = new Map<string, number>();

/**
 * Reserves space for a bar at the bottom, until the returned function is called: elements above it use
 * `--consent-height`, `--player-height`, `--overlay-height`, `--notice-height` or `--breaking-height`, and no focused
 * element is covered (WCAG 2.4.11). The custom properties are set on the body and registered in `tokens.css` as not
 * inherited, because changing one that is restyles every element of the page. Nothing is above the offer.
 */
export function reserveBottomInset(
  name: 'consent' | 'player' | 'notice' | 'overlay' | 'breaking' | 'offer',
  bar: HTMLElement,
): () => void {
  const { body, documentElement: root } = document;
  const tell = (heightPx: number) => {
    heights.set(name, heightPx);
    if (name !== 'offer') body.style.setProperty(`--${name}-height`, `${heightPx}px`);
    root.style.scrollPaddingBottom = `${[...heights.values()].reduce((sum, each) => sum + each, 0)}px`;
  };
  const observer = new ResizeObserver(() =>
    // A bar in normal flow covers nothing.
    tell(getComputedStyle(bar).position === 'static' ? 0 : Math.ceil(bar.getBoundingClientRect().height)),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    tell(0);
  };
}
