import type { LoaderFunctionArgs } from 'react-router';
import { siteOf } from './visitor.server.ts';

/** A page that says one thing to everybody. */
export const loader = ({ context }: LoaderFunctionArgs) => siteOf(context);
