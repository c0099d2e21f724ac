import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CREATIVE_FILES } from '#domain/advertising/advertising.rules.ts';
import {
  ADS_ORIGIN,
  CHECKOUT,
  PICTURES_FROM,
  REPORTS_ORIGIN,
  SCRIPT_NONCE,
  SCRIPT_ORIGIN,
} from '#shared/http/page-headers.ts';

/** Denies browser features that pages do not need. `payer`: origins that may use the Payment Request API; `camera`: that may film. */
const permissions = ({ payer = '', camera = '' }: { payer?: string; camera?: string } = {}): string =>
  `camera=(${camera}), microphone=(), geolocation=(), payment=(${payer}), usb=()`;

/** Headers of every reply. */
export function fixedHeaders({ isProduction }: { isProduction: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions(),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-frame-options': 'DENY',
    // Production only: browsers remember it per host name, and localhost is shared.
    ...(isProduction ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** For the page of the desk that scans tickets. */
export const CAMERA_PERMISSIONS = permissions({ camera: 'self' });

const NO_FRAME_POLICY = `frame-ancestors 'none'`;
/** For replies that are no page (calls, redirects): no embedding, no framing. */
export const NO_PAGE_POLICY = `object-src 'none'; base-uri 'none'; ${NO_FRAME_POLICY}`;

/** Sets the fixed headers and the request id on every reply. Pages have their own policy. */
export function securityHeaders(app: FastifyInstance, always: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(always).header('content-security-policy', NO_PAGE_POLICY).header('x-request-id', request.id);
    done();
  });
}

const OF_DOCUMENTS = ['referrer-policy', 'permissions-policy', 'cross-origin-opener-policy', 'x-frame-options'];

/**
 * Takes from a successful reply what means something for documents and calls only, a third to a half of the headers of a
 * page's scripts and pictures, of which it loads some forty. A drawing (SVG) keeps the whole policy, as it can be opened as
 * a document of its own.
 */
export function asFile(reply: FastifyReply, type: string): FastifyReply {
  for (const name of OF_DOCUMENTS) void reply.removeHeader(name);
  void reply.removeHeader('x-request-id');
  return type === 'image/svg+xml' ? reply : reply.header('content-security-policy', NO_FRAME_POLICY);
}

/**
 * Third-party videos and posts are shown in a frame created on demand. Allowed on every page, because client-side
 * navigation can lead to an article from any page.
 */
const EMBED_ORIGINS = ['https://www.youtube-nocookie.com', 'https://www.facebook.com'];

/** For a page without pictures: hides browsers' icons for blocked pictures, but no text from screen readers. */
export const NO_PICTURES_STYLE = `img:not([src^="${CREATIVE_FILES}"]){opacity:0}`;
const NO_PICTURES_HASH = createHash('sha256').update(NO_PICTURES_STYLE).digest('base64');

/** The origin of an external URL; empty for a path of this site. */
export const outsideOrigin = (address: string): string => (address.startsWith('/') ? '' : new URL(address).origin);

/**
 * A page's content security policy: inline scripts only with the render's nonce. `scripts`: the origin of the bot
 * check, which loads a script and opens a frame; `ads`: that of the ad frames, which is all a page has of advertising;
 * `reports`: the target of tracking reports; `pictures`: the only picture sources, if restricted.
 */
export function pagePolicy(
  nonce: string,
  {
    scripts = '',
    ads = '',
    reports = '',
    pictures = '',
  }: { scripts?: string; ads?: string; reports?: string; pictures?: string } = {},
): string {
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, nonce && `'nonce-${nonce}'`, scripts].filter(Boolean).join(' '),
    ['frame-src', ...EMBED_ORIGINS, scripts, ads].filter(Boolean).join(' '),
    pictures ? `style-src 'self' 'sha256-${NO_PICTURES_HASH}'` : `style-src 'self'`,
    // Progress bars set widths as style attributes, which cannot contain rules.
    `style-src-attr 'unsafe-inline'`,
    pictures ? `img-src data: ${pictures}` : `img-src 'self' data:`,
    // hls.js sets a data URL on text tracks it empties.
    `media-src 'self' blob: data:`,
    `worker-src 'self' blob:`,
    ['connect-src', `'self'`, reports].filter(Boolean).join(' '),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Where a checkout sends its payer: by a form post, or by the provider's script, which may open its own frames. */
interface Provider {
  posts: string;
  runs: string;
}

function providerOf(told: string): Provider {
  const [way, origin = ''] = told.split(' ');
  return { posts: way === 'form' ? origin : '', runs: way === 'script' ? origin : '' };
}

/**
 * The policy of a checkout, a separate document: one provider may be posted to, or run its script and frames; media,
 * embeds and the bot check are excluded.
 */
function checkoutPolicy(nonce: string, { posts, runs }: Provider): string {
  const own = (...sources: string[]) => [`'self'`, ...sources].filter(Boolean).join(' ');
  return [
    `default-src 'self'`,
    `script-src ${own(nonce && `'nonce-${nonce}'`, runs)}`,
    `frame-src ${runs || `'none'`}`,
    `style-src ${own(runs)}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src ${own('data:', runs)}`,
    `connect-src ${own(runs)}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action ${own(posts)}`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Headers a rendered page requests through its internal ones. */
export function documentHeaders(rendered: Headers): [name: string, value: string][] {
  const nonce = rendered.get(SCRIPT_NONCE) ?? '';
  const told = rendered.get(CHECKOUT);
  const originIn = (name: string) => rendered.get(name) ?? '';
  if (told === null) {
    const others = {
      scripts: originIn(SCRIPT_ORIGIN),
      ads: originIn(ADS_ORIGIN),
      reports: originIn(REPORTS_ORIGIN),
      pictures: originIn(PICTURES_FROM),
    };
    return [['content-security-policy', pagePolicy(nonce, others)]];
  }
  const provider = providerOf(told);
  return [
    ['content-security-policy', checkoutPolicy(nonce, provider)],
    ...(provider.runs
      ? [['permissions-policy', permissions({ payer: `self "${provider.runs}"` })] as [string, string]]
      : []),
  ];
}
