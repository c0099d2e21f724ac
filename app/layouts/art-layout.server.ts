import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { listPrograms } from '#domain/programs/programs.ts';

/** Number of pictures on the largest screen. */
const PICTURES = 18;

/** Key art of the programmes, in order. If it cannot be read, the page is shown without it. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { readDb: db, now } = context.get(requestContext);
  const { programs } = await listPrograms({ db, now }, { limit: 2 * PICTURES });
  return { pictures: [...new Set(programs.map(({ keyart }) => keyart))].slice(0, PICTURES) };
}
