import { data, type LoaderFunctionArgs } from 'react-router';
import { moneyContext, requestContext } from '#app/context.server.ts';

const MOST_CHARS = 100;

/** By its link alone: any holder may see it, logged in or not. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { siteUrl } = context.get(requestContext);
  const story = await context.get(moneyContext).storyOf((url.searchParams.get('token') ?? '').slice(0, MOST_CHARS));
  const shown = story && {
    ...story,
    steps: story.steps.map(({ at, ...step }) => ({ ...step, atMs: at.getTime() })),
  };
  return data({ siteUrl, story: shown }, { status: shown === null ? 404 : 200 });
}
