import { CREATIVE_BUDGET } from '#domain/ads/ad-limits.rules.ts';
import type { DropReason } from '#shared/ads/ad-frames.ts';
import type { CreativeWord } from '../frame/creative-words.ts';

/** Reason to drop a creative after a message, or null. Unknown messages are ignored. */
export function faultOf(word: CreativeWord): DropReason | null {
  if (word.type === 'escape') return 'escape';
  if (word.type === 'drawn') return word.isBlank ? 'broken' : null;
  if (word.type !== 'cost') return null;
  if (word.bytes > CREATIVE_BUDGET.bytes) return 'bytes';
  return word.cpuMs > CREATIVE_BUDGET.cpuMs ? 'cpu' : null;
}

/** Parses a message from the port, which creative code may have reached. */
export function readWord(value: unknown): CreativeWord | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, bytes, cpuMs, isBlank } = value as Record<string, unknown>;
  if (type === 'clicked' || type === 'escape' || type === 'pong') return { type };
  if (type === 'drawn') return { type, isBlank: isBlank === true };
  if (type === 'cost' && typeof bytes === 'number' && typeof cpuMs === 'number') return { type, bytes, cpuMs };
  return null;
}
