import { seo } from '#app/components/seo/seo.ts';

/** Head of a page that is its member's alone. */
export const ownMeta = (
  data: { siteUrl: string } | undefined,
  path: string,
  { title, description }: { title: string; description: string },
) => (data === undefined ? [] : seo({ siteUrl: data.siteUrl, path, title, description, robots: 'noindex' }));
