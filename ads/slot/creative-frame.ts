import type { DropReason, FrameSize } from '#shared/ads/ad-frames.ts';
import type { DrawWord } from '../frame/creative-words.ts';
import { adWords } from '../words.ts';
import { faultOf, readWord } from './creative-faults.ts';

/** Opaque origin, no access to the top window, no forms and no dialogs; clicks open a new window. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
const READY_MS = 5_000;
const PING_EVERY_MS = 1_000;
/** A document silent for this long is blocked by computation, or no longer ours. */
const SILENT_MS = 4_000;
/** Expected loads: our document, and the creative written over it. */
const LOADS = 2;

interface CreativeEvents {
  onDrawn: () => void;
  onDrop: (reason: DropReason) => void;
  onClick: () => void;
}

export interface Creative {
  frame: HTMLIFrameElement;
  remove: () => void;
}

/**
 * Draws a creative in a frame of its own, and drops it if it costs too much, shows nothing or reaches beyond the frame.
 */
export function drawCreative(
  ad: string,
  [width, height]: FrameSize,
  { onDrawn, onDrop, onClick }: CreativeEvents,
): Creative {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', SANDBOX);
  frame.setAttribute('referrerpolicy', 'strict-origin');
  frame.width = String(width);
  frame.height = String(height);
  frame.title = adWords.frame;
  frame.src = '/creative';
  const { port1: port, port2: theirs } = new MessageChannel();
  let loads = 0;
  let heardAt = 0;
  let isOver = false;

  const remove = () => {
    isOver = true;
    clearTimeout(late);
    clearInterval(pings);
    window.removeEventListener('message', hear);
    port.close();
    frame.remove();
  };
  const drop = (reason: DropReason) => {
    if (isOver) return;
    remove();
    onDrop(reason);
  };
  const late = setTimeout(() => drop('broken'), READY_MS);
  const pings = setInterval(() => {
    if (heardAt === 0 || document.hidden) return;
    if (performance.now() - heardAt > SILENT_MS) drop(loads > LOADS ? 'escape' : 'cpu');
    else port.postMessage({ type: 'ping' });
  }, PING_EVERY_MS);

  const hear = (event: MessageEvent) => {
    if (event.source !== frame.contentWindow || (event.data as { airwave?: unknown } | null)?.airwave !== 'creative')
      return;
    window.removeEventListener('message', hear);
    clearTimeout(late);
    heardAt = performance.now();
    // Its origin is opaque, so the target must be `*`. The message that triggers this was sent before any creative code
    // ran.
    frame.contentWindow?.postMessage({ airwave: 'draw', ad } satisfies DrawWord, '*', [theirs]);
    onDrawn();
  };
  window.addEventListener('message', hear);
  document.addEventListener('visibilitychange', () => (heardAt &&= performance.now()));
  frame.addEventListener('load', () => (loads += 1));
  port.onmessage = ({ data }: MessageEvent) => {
    heardAt = performance.now();
    const word = readWord(data);
    if (!word) return;
    const fault = faultOf(word);
    if (fault) drop(fault);
    else if (word.type === 'clicked') onClick();
  };
  return { frame, remove };
}
