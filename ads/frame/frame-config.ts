import type { FrameConfig } from '#shared/ads/ad-frames.ts';

/** The configuration the server wrote into this document. */
export const frameConfig = (): FrameConfig =>
  JSON.parse(document.documentElement.dataset['config'] ?? '{}') as FrameConfig;
