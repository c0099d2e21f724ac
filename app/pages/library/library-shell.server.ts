import type { LoaderFunctionArgs } from 'react-router';
import { countLists } from '#domain/library/library.ts';
import { libraryPage } from './library-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { library, subscriber, links } = await libraryPage(args);
  return { counts: subscriber && (await countLists(library, subscriber)), pricing: links.pricing };
}
