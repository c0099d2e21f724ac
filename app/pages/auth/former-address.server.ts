import { redirect, type LoaderFunctionArgs } from 'react-router';
import { paths } from '#app/paths.ts';

/** The bare paths redirect to the pages, with the query of the mail. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const path = /welcome/i.test(pathname) ? paths.registerWelcome() : paths.registerSuccess();
  return redirect(path + search, 302);
}
