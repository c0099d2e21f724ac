/** A script type and link relation unknown to browsers: both wait for `BEGIN`. */
const LATE = 'late-module';

/** Maximum wait for browsers that do not report paints, or have nothing to paint. */
const MAX_WAIT_MS = 1_500;

/** Elements that only work, or work better, with scripts. Other links and forms work without. */
const PRESSABLE = 'button[type="button"],[data-listen],[data-listen-there],[data-watch],[data-replay]';

/**
 * Events of a press other than `click`. For each of them React would hydrate the whole page before the press is
 * answered.
 */
const PARTS_OF_PRESS = 'pointerdown touchstart mousedown keydown pointerup touchend mouseup keyup'.split(' ');

// Runs verbatim: not a module, and not compiled for older browsers.
const BEGIN = `{
  let begun = false, pressed = null;
  const begin = async () => {
    if (begun) return;
    begun = true;
    const links = [...document.querySelectorAll('link[rel="${LATE}"]')];
    for (const link of links) link.rel = 'modulepreload';
    const late = document.querySelector('script[type="${LATE}"]');
    // Each file in a separate task as it arrives, so that a press in between is answered. The script below loads the
    // entry, which starts React, and fails if a file is missing.
    for (const link of links)
      if (!late.text.includes('import("' + link.getAttribute('href'))) await import(link.href).catch(() => {});
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = late.nonce;
    script.text = late.text;
    script.onerror = () => {
      const link = end();
      if (link?.href) location.assign(link.href);
    };
    late.replaceWith(script);
  };
  const press = (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = event.target.closest('${PRESSABLE}');
    if (!target) return;
    // For another window: browsers open one only during a press, not for a recorded one.
    if (target.target && target.target !== window.name && !document.querySelector('[data-player]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    release();
    pressed = target;
    pressed.dataset.pressed = '';
    begin();
  };
  const hold = (event) => {
    if (event.target.closest?.('${PRESSABLE}')) event.stopImmediatePropagation();
  };
  const parts = ${JSON.stringify(PARTS_OF_PRESS)};
  const release = () => delete pressed?.dataset.pressed;
  const address = () => location.pathname + location.search, loaded = address();
  // Back or forward before there is a router, which would mistake this page for the other one.
  const move = () => {
    if (address() !== loaded) location.reload();
  };
  const end = () => {
    removeEventListener('click', press, true);
    for (const type of parts) removeEventListener(type, hold, true);
    removeEventListener('popstate', move);
    release();
    return pressed;
  };
  addEventListener('click', press, true);
  for (const type of parts) addEventListener(type, hold, true);
  addEventListener('popstate', move);
  window.airwaveEarly = { end };
  if (document.hidden) begin();
  else {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    setTimeout(begin, ${MAX_WAIT_MS});
  }
}`;

/**
 * Delays a page's scripts until after its first paint: it can be read and its links followed without them, and on a
 * phone they are most of the download. Presses on elements that need scripts are recorded and shown meanwhile
 * (`data-pressed`), and `PageStart` replays the last. Takes a page as the framework renders it, without the end of its body, which follows the returned
 * text. A page without scripts is unchanged. Only the framework's own script has the page's nonce, so no other is
 * mistaken for it.
 */
export function deferScripts(html: string, nonce: string): string {
  const scripts = `<script nonce="${nonce}" type="module" async="">`;
  if (!html.includes(scripts)) return html;
  const late = html
    .replace(scripts, `<script nonce="${nonce}" type="${LATE}">`)
    .replaceAll('<link rel="modulepreload"', `<link rel="${LATE}" fetchpriority="low"`);
  return `${late}<script nonce="${nonce}">${BEGIN}</script>`;
}
