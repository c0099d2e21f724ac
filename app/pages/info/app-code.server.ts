import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { isAppName } from '#app/components/frame/app-store.ts';
import { qrSvg } from '#app/components/qr-code/qr-code.server.ts';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';

/**
 * QR code of an app for desktops: it leads a phone to its app store. A separate document rather than
 * part of every page: phones do not show it.
 */
export function loader({ params, context }: LoaderFunctionArgs) {
  const app = params.code?.match(/^(\w+)\.svg$/)?.[1] ?? '';
  if (!isAppName(app)) throw notFound();
  const { siteUrl } = context.get(requestContext);
  return new Response(qrSvg(siteUrl + paths.mobileRedirect({ appname: app })), {
    headers: {
      ...publicPage({ freshSeconds: 86_400, staleSeconds: 86_400, tags: ['app-codes'] }),
      'Content-Type': 'image/svg+xml; charset=utf-8',
    },
  });
}
