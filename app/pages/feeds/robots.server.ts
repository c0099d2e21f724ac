import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';

/** Review variants stay crawlable: a robot must read their noindex to obey it. */
export function loader({ context }: LoaderFunctionArgs) {
  const { siteUrl } = context.get(requestContext);
  const body = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /media/',
    'Disallow: /replay/',
    'Disallow: /podcasts/',
    'Disallow: /member/podcasts/',
    'Allow: /',
    '',
    `Sitemap: ${siteUrl}${paths.sitemap()}`,
    '',
  ].join('\n');
  return new Response(body, {
    headers: {
      ...publicPage({ freshSeconds: 3600, staleSeconds: 86_400, tags: ['robots'] }),
      'Content-Type': 'text/plain; charset=utf-8',
    },
  });
}
