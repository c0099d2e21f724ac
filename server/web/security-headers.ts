import type { FastifyInstance } from 'fastify';
import { ADS_ORIGIN, CHECKOUT, REPORTS_ORIGIN, SCRIPT_NONCE, SCRIPT_ORIGIN } from '#shared/page-headers.ts';

/** Nothing of a browser but what a page needs. `payer`: who may ask it for a payment by its own sheet. */
const permissions = (payer = ''): string => `camera=(), microphone=(), geolocation=(), payment=(${payer}), usb=()`;

/** Headers of every reply. */
export function fixedHeaders({ isProduction }: { isProduction: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions(),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-frame-options': 'DENY',
    // Told in production only: a browser remembers it for the host's name, and localhost is everybody's.
    ...(isProduction ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Of what is no page (calls, files, redirects): nothing is to be made of it in a browser, and nobody frames it. */
export const NO_PAGE_POLICY = `object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** Puts the fixed headers and the request's id on every reply. A page brings a policy of its own. */
export function securityHeaders(app: FastifyInstance, always: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(always).header('content-security-policy', NO_PAGE_POLICY).header('x-request-id', request.id);
    done();
  });
}

/**
 * Videos and posts of others stand in a frame that is made when a reader asks for it. Every page may, because a reader
 * comes to an article from any page without a new document.
 */
const EMBED_ORIGINS = ['https://www.youtube-nocookie.com', 'https://www.facebook.com'];

/** The origin of an address elsewhere; empty for a path of this site. */
export const outsideOrigin = (address: string): string => (address.startsWith('/') ? '' : new URL(address).origin);

/**
 * The content security policy of a page: the inline scripts that carry the nonce of its render, nothing else inline.
 * `scripts` is the origin of the bot check, which loads a script and opens a frame; `ads` that of the frames of advertising, which
 * is all that a page has of it; to `reports` goes what was heard and read.
 */
export function pagePolicy(
  nonce: string,
  { scripts = '', ads = '', reports = '' }: { scripts?: string; ads?: string; reports?: string } = {},
): string {
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, nonce && `'nonce-${nonce}'`, scripts].filter(Boolean).join(' '),
    ['frame-src', ...EMBED_ORIGINS, scripts, ads].filter(Boolean).join(' '),
    `style-src 'self'`,
    // Widths of progress bars are set on elements; no rule can come in that way.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    // hls.js marks text tracks it empties with a data address.
    `media-src 'self' blob: data:`,
    `worker-src 'self' blob:`,
    ['connect-src', `'self'`, reports].filter(Boolean).join(' '),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Where a checkout sends its payer: by a form, or by a script of the provider that may open frames of its own. */
interface Provider {
  posts: string;
  runs: string;
}

function providerOf(told: string): Provider {
  const [way, origin = ''] = told.split(' ');
  return { posts: way === 'form' ? origin : '', runs: way === 'script' ? origin : '' };
}

/**
 * The policy of a checkout, which is a document of its own: one provider may be posted to, or run its script and frames, and
 * nobody else's sound, posts or bot check is anywhere near.
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

/** Headers that a rendered page asks for by its internal ones. */
export function documentHeaders(rendered: Headers): [name: string, value: string][] {
  const nonce = rendered.get(SCRIPT_NONCE) ?? '';
  const told = rendered.get(CHECKOUT);
  const originIn = (name: string) => rendered.get(name) ?? '';
  if (told === null) {
    const others = { scripts: originIn(SCRIPT_ORIGIN), ads: originIn(ADS_ORIGIN), reports: originIn(REPORTS_ORIGIN) };
    return [['content-security-policy', pagePolicy(nonce, others)]];
  }
  const provider = providerOf(told);
  return [
    ['content-security-policy', checkoutPolicy(nonce, provider)],
    ...(provider.runs ? [['permissions-policy', permissions(`self "${provider.runs}"`)] as [string, string]] : []),
  ];
}
