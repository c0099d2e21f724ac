import type { CreativeWord, DrawWord } from '../frame/creative-words.ts';

// The first script in the document of a creative, which then writes the creative over itself. Measurements are sent
// through a port the creative cannot reach; all functions needed later are captured before any of its code runs.

{
  const COST_EVERY_MS = 250;
  const LOOK_AFTER_MS = 1_500;
  const setTimer = window.setTimeout.bind(window);
  const every = window.setInterval.bind(window);
  const listen = window.addEventListener.bind(window);
  const slotWindow = window.parent;

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
    // Before the document is rewritten: resources requested from now on belong to the creative.
    performance.clearResourceTimings();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByType('resource')) bytes += sizeOf(entry as PerformanceResourceTiming);
      tellCost();
    }).observe({ type: 'resource' });
    new PerformanceObserver((list) => {
      // Frames may share a thread; only our own work counts.
      for (const { name, duration } of list.getEntries()) if (name === 'self') cpuMs += duration;
      tellCost();
    }).observe({ type: 'longtask' });

    document.open();
    listen('click', (event) => event.isTrusted && tell({ type: 'clicked' }), true);
    listen('pagehide', () => tell({ type: 'escape' }), true);
    listen(
      'error',
      // Access to anything above the frame is refused by the browser with this error.
      (event) =>
        event.error instanceof DOMException && event.error.name === 'SecurityError' && tell({ type: 'escape' }),
      true,
    );
    listen('load', () => setTimer(() => tell({ type: 'drawn', isBlank: isBlank() }), LOOK_AFTER_MS), true);
    port.onmessage = () => tell({ type: 'pong' });
    every(tellCost, COST_EVERY_MS);
    // Links open in a new window, because a creative's frame must not navigate.
    document.write(
      `<!doctype html><base target="_blank"><style>html,body{margin:0;height:100%;overflow:hidden}</style>${ad}`,
    );
    document.close();
  };

  /** Whether there is no text and no element with a size. A picture that failed to load has no size. */
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
    if (event.source !== slotWindow || word?.airwave !== 'draw' || typeof word.ad !== 'string' || !port) return;
    window.removeEventListener('message', hear);
    begin(word.ad, port);
  };
  window.addEventListener('message', hear);
  slotWindow.postMessage({ airwave: 'creative' }, '*');
}
