import { redirect, type LoaderFunctionArgs } from 'react-router';
import { paths } from '#app/paths.ts';

/** The bare paths lead to where the pages are, with what a mail wrote behind them. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const path = /welcome/i.test(pathname) ? paths.registerWelcome() : paths.registerSuccess();
  return redirect(path + search, 302);
}
