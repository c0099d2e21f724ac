import { firstVariant } from './playlist-clock.ts';

const READ_TIMEOUT_MS = 8_000;

async function readText(address: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)]) });
  if (!answer.ok) throw new Error(`${address} responded with status ${answer.status}`);
  return answer.text();
}

/** The media playlist of an address: the first variant, since all variants have the same timing. */
export async function readMediaPlaylist(
  address: string,
  signal: AbortSignal,
): Promise<{ address: string; text: string }> {
  const absolute = new URL(address, location.href).href;
  const text = await readText(absolute, signal);
  const variant = firstVariant(text);
  if (variant === null) return { address: absolute, text };
  const inner = new URL(variant, absolute).href;
  return { address: inner, text: await readText(inner, signal) };
}
