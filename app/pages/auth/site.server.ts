import type { LoaderFunctionArgs } from 'react-router';
import { siteOf } from './visitor.server.ts';

/** Data of a page that is the same for everyone. */
export const loader = ({ context }: LoaderFunctionArgs) => siteOf(context);
