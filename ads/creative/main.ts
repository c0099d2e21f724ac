import type { CreativeWord, DrawWord } from '../frame/creative-words.ts';

// The first script in the document of a creative, which then writes the creative over itself. What it measures goes over a port
// that no code of the creative can name; what it needs afterwards it has at hand before any of that code runs.

{
  const COST_EVERY_MS = 250;
  const LOOK_AFTER_MS = 1_500;
  const setTimer = window.setTimeout.bind(window);
  const every = window.setInterval.bind(window);
  const listen = window.addEventListener.bind(window);
  const place = window.parent;

  const sizeOf = ({ transferSize, encodedBodySize }: PerformanceResourceTiming) =>
    Math.max(transferSize, encodedBodySize);

  const begin = (ad: string, port: MessagePort) => {
    const post = port.postMessage.bind(port);
    const tell = (word: CreativeWord) => post(word);
    let bytes = new Blob([ad]).size;
    let cpuMs = 0;
    let told = '';
    const tellCost = () => {
      const now = `${bytes} ${Math.round(cpuMs)}`;
      if (now === told) return;
      told = now;
      tell({ type: 'cost', bytes, cpuMs: Math.round(cpuMs) });
    };
    // Before the document is begun anew: what is asked for from now on is the creative's.
    performance.clearResourceTimings();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByType('resource')) bytes += sizeOf(entry as PerformanceResourceTiming);
      tellCost();
    }).observe({ type: 'resource' });
    new PerformanceObserver((list) => {
      // Of frames that share our thread, others' work is not ours.
      for (const { name, duration } of list.getEntries()) if (name === 'self') cpuMs += duration;
      tellCost();
    }).observe({ type: 'longtask' });

    document.open();
    listen('click', (event) => event.isTrusted && tell({ type: 'clicked' }), true);
    listen('pagehide', () => tell({ type: 'escape' }), true);
    listen(
      'error',
      // Who reaches for what is above its frame is refused by the browser in these words.
      (event) =>
        event.error instanceof DOMException && event.error.name === 'SecurityError' && tell({ type: 'escape' }),
      true,
    );
    listen('load', () => setTimer(() => tell({ type: 'drawn', isBlank: isBlank() }), LOOK_AFTER_MS), true);
    port.onmessage = () => tell({ type: 'pong' });
    every(tellCost, COST_EVERY_MS);
    // Links open beside the page, as a creative's frame can go nowhere.
    document.write(
      `<!doctype html><base target="_blank"><style>html,body{margin:0;height:100%;overflow:hidden}</style>${ad}`,
    );
    document.close();
  };

  /** Nothing to read and nothing that has a size: a picture that did not come has none. */
  const isBlank = () => {
    const { body } = document;
    if (!body || body.innerText.trim() !== '') return !body;
    const drawn = [...body.querySelectorAll('img,svg,canvas,video,iframe,object,picture,a,div')];
    return !drawn.some((element) => {
      if (element instanceof HTMLImageElement && element.naturalWidth === 0) return false;
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) return false;
      if (!(element instanceof HTMLDivElement || element instanceof HTMLAnchorElement)) return true;
      const { backgroundImage, backgroundColor } = getComputedStyle(element);
      return backgroundImage !== 'none' || !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor);
    });
  };

  const hear = (event: MessageEvent) => {
    const word = event.data as Partial<DrawWord> | null;
    const port = event.ports[0];
    if (event.source !== place || word?.airwave !== 'draw' || typeof word.ad !== 'string' || !port) return;
    window.removeEventListener('message', hear);
    begin(word.ad, port);
  };
  window.addEventListener('message', hear);
  place.postMessage({ airwave: 'creative' }, '*');
}
