import type { AdsConfig } from './ads-config.ts';

export const FRAMES = ['bidding', 'slot', 'creative', 'search', 'video'] as const;
export type Frame = (typeof FRAMES)[number];

/** Held by the documents themselves, whatever the page writes on its frames. */
const SANDBOX: Record<Frame, string> = {
  bidding: 'allow-scripts allow-same-origin',
  slot: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  creative: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
  search: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  video: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
};

/** What each document may load: the origins of the configuration, and of those no more than its work needs. */
export function framePolicy(frame: Frame, { origin, frames: { pages }, sources }: AdsConfig): string {
  const from = (...more: string[]) => [...more, ...sources].join(' ') || `'none'`;
  // A tag of the ad server's draws in frames that it writes itself, sandboxed and under this policy: their scripts are inline.
  const tag = [
    `script-src ${from(`'self'`, `'unsafe-inline'`)}`,
    `style-src 'unsafe-inline'`,
    `connect-src ${from()}`,
    `img-src ${from('data:')}`,
    `frame-src ${from(`'self'`)}`,
  ];
  const loads: Record<Frame, string[]> = {
    // Bidders are asked, and their pixels and frames of user sync loaded; no script of theirs.
    bidding: [`script-src 'self'`, `connect-src ${from()}`, `img-src ${from()}`, `frame-src ${from()}`],
    slot: tag,
    search: tag,
    // The document has no origin: `'self'` would be nobody in its frames, so ours is named.
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
    // All that are above it: the page, and for a creative the place's frame.
    `frame-ancestors ${[...(frame === 'creative' ? [origin] : []), ...pages].join(' ')}`,
    `sandbox ${SANDBOX[frame]}`,
  ].join('; ');
}

const permissions = (autoplay: string) =>
  `autoplay=(${autoplay}), camera=(), microphone=(), geolocation=(), payment=(), usb=()`;

/** Headers of every reply of the origin. */
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
 * Documents of the origin share a process with no other of the site. That of a creative has no origin to share one by: asked for
 * there, the browser complains that it cannot.
 */
export const frameCluster = (frame: Frame): string => (frame === 'creative' ? '?0' : '?1');

/** Sound and picture begin by themselves in the frame of films alone. */
export const framePermissions = (frame: Frame): string => permissions(frame === 'video' ? 'self' : '');
