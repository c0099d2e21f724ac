/** What a path of the site leads to, as far as the database can tell. */
export interface Target {
  kind: 'article' | 'program' | 'host' | 'static-page';
  /** Id, or name of the page. */
  id: string;
}

const HREF = /\shref="([^"]*)"/g;
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Paths of the site that HTML links to, without query and fragment. */
export function sitePathsOf(html: string, siteUrl: string): string[] {
  const found = new Set<string>();
  for (const [, given = ''] of html.matchAll(HREF)) {
    const href = given.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);
    if (!/^\/(?!\/)/.test(href) && !href.startsWith(`${siteUrl}/`)) continue;
    if (URL.canParse(href, siteUrl)) found.add(new URL(href, siteUrl).pathname);
  }
  return [...found];
}

const ARTICLE =
  /^\/(?:article|highlight|soundcolumn\/article|news2?\/[a-z]+|traffic\/(?:info|highlight|phonograph))\/(\d{1,10})(?:\/|$)/;

/** Null for a path that is not checked. */
export function targetOf(path: string): Target | null {
  const article = ARTICLE.exec(path)?.[1];
  if (article !== undefined) return { kind: 'article', id: String(Number(article)) };
  const [, kind, id] = /^\/(program|host)\/(\d{1,10})(?:\/|$)/.exec(path) ?? [];
  if (kind !== undefined && id !== undefined) return { kind: kind as 'program' | 'host', id: String(Number(id)) };
  const name = /^\/staticpage\/([A-Za-z]{1,40}(?:\/\d{1,2})?)\/?$/.exec(path)?.[1];
  // The guide without a number is its first part.
  return name === undefined || name === 'archiveUserguide' ? null : { kind: 'static-page', id: name };
}
