import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { listPrograms } from '#domain/programs/programs.ts';

/** So many fill the wall on the largest screen. */
const PICTURES = 18;

/** Key art of the programmes, in their order. Also where they cannot be read the page is there. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now } = context.get(requestContext);
  const { programs } = await listPrograms({ db, now }, { limit: 2 * PICTURES });
  return { pictures: [...new Set(programs.map(({ keyart }) => keyart))].slice(0, PICTURES) };
}
