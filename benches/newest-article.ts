/** Path of the site's newest article, from its list. */
export async function newestArticle(siteUrl: string): Promise<string> {
  const list = await (await fetch(`${siteUrl}/article/latest`)).text();
  const path = /href="(\/article\/\d+\/[^"]+)"/.exec(list)?.[1];
  if (path === undefined) throw new Error('there is no article to measure');
  return path;
}
