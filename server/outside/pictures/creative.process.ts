// Separate program, run by decoder.ts: reads a picture for an ad slot, measures what decoding it costs, and writes a line
// of JSON and a WebP. Any exit status but 0 means that it cannot be decoded.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { limitMemory } from './memory-limit.ts';

/** All frames together, a limit against memory exhaustion. The limit of a creative is lower, and has a message. */
const MAX_PIXELS = 30_000_000;
const TIMEOUT_SECONDS = 20;

limitMemory();

const source = await buffer(process.stdin);
const open = () =>
  sharp(source, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({
    seconds: TIMEOUT_SECONDS,
  });

const { format, pages = 1, delay = [], loop = 1 } = await open().metadata();
// Warms up the decoder, whose loading is not part of the measured cost.
await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  .png()
  .toBuffer();
const before = process.cpuUsage();
const { info } = await open().raw().toBuffer({ resolveWithObject: true });
const { user, system } = process.cpuUsage(before);
const isAnimated = pages > 1;
const isDrawn = format === 'png' || format === 'gif';
const made = await open()
  .autoOrient()
  .webp({ quality: isDrawn ? 92 : 86, smartSubsample: true, effort: 5, ...(isAnimated && { loop, delay }) })
  .toBuffer();
const upright = await sharp(made, { animated: true }).metadata();
const found = {
  width: upright.width,
  height: upright.pageHeight ?? upright.height,
  frames: isAnimated ? pages : 1,
  // Browsers show a frame of no length for a tenth of a second.
  durationMs: isAnimated ? delay.reduce((sum, ms) => sum + (ms > 10 ? ms : 100), 0) : 0,
  rounds: isAnimated ? loop : 1,
  decodeMs: info.size > 0 ? Math.round((user + system) / 1000) : 0,
};
process.stdout.write(`${JSON.stringify(found)}\n`);
process.stdout.write(made);
