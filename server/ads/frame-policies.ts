import type { AdsConfig } from './ads-config.ts';

export const FRAMES = ['bidding', 'slot', 'creative', 'search', 'video'] as const;
export type Frame = (typeof FRAMES)[number];

/** Enforced by the documents themselves, whatever the page sets on its frames. */
const SANDBOX: Record<Frame, string> = {
  bidding: 'allow-scripts allow-same-origin',
  slot: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  creative: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
  search: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  video: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
};

/** The Content-Security-Policy of each frame: only configured sources, and of those only what the frame needs. */
export function framePolicy(frame: Frame, { origin, frames: { pages }, sources }: AdsConfig): string {
  const from = (...more: string[]) => [...more, ...sources].join(' ') || `'none'`;
  // The ad server's tag renders into frames that it writes itself, sandboxed and under this policy; their scripts are
  // inline.
  const tag = [
    `script-src ${from(`'self'`, `'unsafe-inline'`)}`,
    `style-src 'unsafe-inline'`,
    `connect-src ${from()}`,
    `img-src ${from('data:')}`,
    `frame-src ${from(`'self'`)}`,
  ];
  const loads: Record<Frame, string[]> = {
    // Calls bidders and loads their pixels and user-sync frames, but none of their scripts.
    bidding: [`script-src 'self'`, `connect-src ${from()}`, `img-src ${from()}`, `frame-src ${from()}`],
    slot: tag,
    search: tag,
    // The document has no origin, so `'self'` matches nothing in its frames; ours is named instead.
    creative: [
      `script-src ${from(origin, `'unsafe-inline'`, `'unsafe-eval'`)}`,
      `style-src ${from(`'unsafe-inline'`)}`,
      `connect-src ${from()}`,
      `img-src ${from('data:', 'blob:')}`,
      `media-src ${from('data:', 'blob:')}`,
      `font-src ${from('data:')}`,
      `frame-src ${from()}`,
    ],
    video: [
      `script-src 'self'`,
      `style-src 'self' 'unsafe-inline'`,
      `connect-src ${from()}`,
      `img-src ${from('data:')}`,
      `media-src ${from()}`,
    ],
  };
  return [
    `default-src 'none'`,
    ...loads[frame],
    `object-src 'none'`,
    `base-uri ${frame === 'creative' ? origin : `'none'`}`,
    `form-action 'none'`,
    // All ancestors: the page, and for a creative the slot's frame.
    `frame-ancestors ${[...(frame === 'creative' ? [origin] : []), ...pages].join(' ')}`,
    `sandbox ${SANDBOX[frame]}`,
  ].join('; ');
}

const permissions = (autoplay: string) =>
  `autoplay=(${autoplay}), camera=(), microphone=(), geolocation=(), payment=(), usb=()`;

/** Headers of every response of the origin. */
export function frameHeaders({ isProduction }: { isProduction: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'permissions-policy': permissions(''),
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    ...(isProduction ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/**
 * Origin-Agent-Cluster: documents of this origin share a process with no other origin of the site. A creative has no
 * origin, and browsers warn if it is requested there.
 */
export const frameCluster = (frame: Frame): string => (frame === 'creative' ? '?0' : '?1');

/** Only video frames may autoplay. */
export const framePermissions = (frame: Frame): string => permissions(frame === 'video' ? 'self' : '');
