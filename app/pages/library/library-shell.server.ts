import type { LoaderFunctionArgs } from 'react-router';
import { libraryPage } from './library-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { subscriber, links } = await libraryPage(args);
  return { hasPlan: subscriber !== null, pricing: links.pricing };
}
