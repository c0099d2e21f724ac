const heights = new Map<string, number>();

/**
 * Tells the page how high a bar at its foot is, until the returned function is called: what stands above it asks for
 * `--consent-height`, `--player-height`, `--overlay-height` or `--notice-height`, and nothing focused lies under it (WCAG 2.4.11). The lengths stand on the
 * body, because a custom property that changes on the root styles every element of the page anew.
 */
export function reserveBottomInset(name: 'consent' | 'player' | 'notice' | 'overlay', bar: HTMLElement): () => void {
  const { body, documentElement: root } = document;
  const tell = (heightPx: number) => {
    heights.set(name, heightPx);
    body.style.setProperty(`--${name}-height`, `${heightPx}px`);
    root.style.scrollPaddingBottom = `${[...heights.values()].reduce((sum, each) => sum + each, 0)}px`;
  };
  const observer = new ResizeObserver(() =>
    // A bar that is a part of the page lies over nothing.
    tell(getComputedStyle(bar).position === 'static' ? 0 : Math.ceil(bar.getBoundingClientRect().height)),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    tell(0);
  };
}
