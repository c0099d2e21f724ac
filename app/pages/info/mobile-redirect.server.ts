import { redirect, type LoaderFunctionArgs } from 'react-router';
import { isAppName, storeFor, type Store } from '#app/components/frame/app-store.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';

const STORES: readonly string[] = ['ios', 'android', 'huawei'];

/**
 * Redirects a phone to its store. A desktop, or an unknown app, goes home. The demo has no stores: its
 * links return here with a `store`, and the page shows which it would have been.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const app = query.get('appname') ?? '';
  if (!isAppName(app)) return redirect(paths.home());
  const named = query.get('store') ?? '';
  if (STORES.includes(named)) return { app, store: named as Store };
  const store = storeFor(request.headers.get('user-agent') ?? '');
  const address = store ? context.get(requestContext).links.apps[app][store] : '';
  return redirect(address || paths.home());
}
