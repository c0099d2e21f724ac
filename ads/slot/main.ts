import { frameConfig } from '../frame/frame-config.ts';
import { readFill } from '../frame/messages.ts';
import { pagePort } from '../frame/page-port.ts';
import { fillAdSlot } from './ad-slot.ts';

// The frame of one ad slot. A second `fill` removes the first ad.

const config = frameConfig();
const port = await pagePort('slot', config);
let bidding: MessagePort | null = null;
let clear = () => {};

port.onmessage = ({ data, ports }: MessageEvent) => {
  const fill = readFill(data);
  if (!fill) return;
  bidding = ports[0] ?? bidding;
  clear();
  clear = fillAdSlot(fill, { config, bidding, say: (message) => port.postMessage(message) });
};
