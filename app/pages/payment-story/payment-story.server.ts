import { data, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { publicStory } from '#domain/payments/payments.ts';

const MAX_CHARS = 100;

/** By its link alone: any holder may see it, logged in or not. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { db, payments, siteUrl } = context.get(requestContext);
  const token = (url.searchParams.get('token') ?? '').slice(0, MAX_CHARS);
  const story = await publicStory(db, payments.secretKey, token);
  const shown = story && {
    ...story,
    steps: story.steps.map(({ at, ...step }) => ({ ...step, atMs: at.getTime() })),
  };
  return data({ siteUrl, story: shown }, { status: shown === null ? 404 : 200 });
}
