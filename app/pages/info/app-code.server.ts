import qrcode from 'qrcode-generator';
import type { LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { isAppName } from '#app/components/app-store.ts';
import { requestContext } from '#app/context.server.ts';
import { notFound } from '#app/params.server.ts';
import { paths } from '#app/paths.ts';

/** Modules of white that a reader needs round the code. */
const QUIET = 4;

/** A text as a QR code: one path of its dark runs on white, a unit a module. */
export function qrSvg(text: string): string {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  let path = '';
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      const start = column;
      while (column < modules && code.isDark(row, column)) column++;
      if (column > start) path += `M${start + QUIET} ${row + QUIET}h${column - start}v1h${start - column}z`;
    }
  }
  const side = modules + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

/**
 * The code a desktop shows for an app: it leads a phone to the store of its kind. A document of its own
 * and not a part of every page: phones never draw it.
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
