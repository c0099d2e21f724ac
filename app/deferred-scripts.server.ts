/** A type no browser runs and a relation no browser knows: both wait for `BEGIN`. */
const LATE = 'late-module';

/** A browser that does not tell when it paints, or has nothing to paint, waits this long. */
const LONGEST_WAIT_MS = 1_500;

/** What does something by a script only, or something better. Other links and forms work without. */
const PRESSABLE = 'button[type="button"],[data-listen],[data-listen-there],[data-watch],[data-replay]';

// Runs as it is written: it is no module, and nothing compiles it for an older browser.
const BEGIN = `{
  let begun = false, pressed = null;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const link of document.querySelectorAll('link[rel="${LATE}"]')) link.rel = 'modulepreload';
    const late = document.querySelector('script[type="${LATE}"]');
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
    // For another window: a browser opens that for a press only, and not for one that was remembered.
    if (target.target && target.target !== window.name && !document.querySelector('[data-player]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = target;
    begin();
  };
  const end = () => {
    removeEventListener('click', press, true);
    return pressed;
  };
  addEventListener('click', press, true);
  window.airwaveEarly = { end };
  if (document.hidden) begin();
  else {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    setTimeout(begin, ${LONGEST_WAIT_MS});
  }
}`;

/**
 * Lets a page be painted before its scripts are so much as asked for: it can be read and its links followed without
 * them, and on a phone they are most of what there is to load. What only scripts can do and was pressed meanwhile is
 * remembered, and `PageStart` does it. Takes a page as the framework renders it, but for the end of its body, which goes
 * after what this returns. A page without scripts stays as it is. Only the framework's own script has the nonce of the
 * page, so no other is taken for it.
 */
export function deferScripts(html: string, nonce: string): string {
  const scripts = `<script nonce="${nonce}" type="module" async="">`;
  if (!html.includes(scripts)) return html;
  const late = html
    .replace(scripts, `<script nonce="${nonce}" type="${LATE}">`)
    .replaceAll('<link rel="modulepreload"', `<link rel="${LATE}" fetchpriority="low"`);
  return `${late}<script nonce="${nonce}">${BEGIN}</script>`;
}
