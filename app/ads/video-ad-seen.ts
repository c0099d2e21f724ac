const SEEN_MS = 2_000;
const PART = 0.5;

/** Viewability of video ads: half in view for two seconds, in a visible window (MRC). */
export function watchSeen(box: Element, signal: AbortSignal, onSeen: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = new IntersectionObserver(
    (entries) => {
      clearTimeout(timer);
      const isSeen = (entries.at(-1)?.intersectionRatio ?? 0) >= PART;
      if (isSeen && document.visibilityState === 'visible')
        timer = setTimeout(() => {
          look.disconnect();
          if (document.visibilityState === 'visible') onSeen();
        }, SEEN_MS);
    },
    { threshold: PART },
  );
  look.observe(box);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    look.disconnect();
  });
}
