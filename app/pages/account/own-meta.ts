import { seo } from '#app/components/seo/seo.ts';

/** Metadata of a member's private page. */
export const ownMeta = (
  data: { siteUrl: string } | undefined,
  path: string,
  { title, description }: { title: string; description: string },
) => (data === undefined ? [] : seo({ siteUrl: data.siteUrl, path, title, description, robots: 'noindex' }));
