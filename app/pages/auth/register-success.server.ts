import type { LoaderFunctionArgs } from 'react-router';
import { returnAddress } from '#app/components/member/return-address.ts';
import { paths } from '#app/paths.ts';
import { siteOf } from './visitor.server.ts';

/** Whoever registered on the way to a page is led back there. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const returnTo = returnAddress(request.headers.get('cookie'));
  return { ...siteOf(context), returnTo: returnTo === paths.home() ? null : returnTo };
}
