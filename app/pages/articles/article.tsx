import { startTransition, useEffect, useState } from 'react';
import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLoaderData, type MetaFunction } from 'react-router';
import { articleJsonLd } from '#app/components/article/article-json-ld.ts';
import { ContentBlocks } from '#app/components/article/content-blocks.tsx';
import { Crumbs } from '#app/components/lists/crumbs.tsx';
import { MostViewed } from '#app/components/lists/most-viewed.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { useContentViewed } from '#app/components/hooks/use-content-viewed.ts';
import { paths } from '#app/paths.ts';
import { articleText } from '#app/text/zh-hk/article.ts';
import { seoText } from '#app/text/zh-hk/seo.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { ProgramCard } from '#app/components/lists/program-card.tsx';
import { staticIsland, unhydrated } from '#app/ui/static-island.tsx';
import { RelatedItems } from './related-items.tsx';
import { picture } from '#shared/media/picture.ts';
import { ArticleHead } from './article-head.tsx';
import { KeyArt } from './key-art.tsx';
import { leadOf } from './lead-block.ts';
import { partForAd } from './part-for-ad.ts';
import styles from './article.module.css';
import type { loader } from './article.server.ts';

export { headers, loader } from './article.server.ts';

export const handle: PageHandle = { navKey: 'articles', adGroup: 'article', appBanner: 'toolbar' };

/** The ranking beside an article, which must not be longer than the article. */
const MatchContent = staticIsland(() => import('#app/ads/match-content.tsx').then((module) => module.MatchContent));

const LiveBlog = staticIsland(() => import('./live-blog/live-blog.tsx').then((module) => module.LiveBlog));

const Program = unhydrated(ProgramCard);

const RANKED_OPEN = 5;

const ROBOTS = { own: 'index', alternate: 'noindex', test: 'none', preview: 'none' } as const;

export const meta: MetaFunction<typeof loader> = ({ loaderData: article }) => {
  if (article === undefined) return [];
  const { siteUrl, path, plainTitle: title, description, writer, groups, keyart } = article;
  const updatedAtMs = article.updatedAtMs ?? article.publishAtMs;
  const isOwn = article.variant === 'own';
  return [
    ...seo({
      siteUrl,
      path,
      title,
      description,
      socialPath: paths.headlinePicture(article.id, updatedAtMs),
      pictureAlt: articleText.keyArtOf(title),
      type: 'article',
      robots: ROBOTS[article.variant],
      jsonLd: isOwn
        ? [
            articleJsonLd({
              siteUrl,
              path,
              isNews: article.section !== null || article.isRoadCoop,
              title,
              description,
              picture: keyart,
              publishedAtMs: article.publishAtMs,
              updatedAtMs,
              group: groups.at(-1)?.name ?? '',
              writer: writer.name
                ? { name: writer.name, path: writer.host && paths.programHost(writer.host.id, writer.host.slug) }
                : null,
              recordings: article.blocks.flatMap((block) =>
                block.kind === 'audio' || block.kind === 'video' ? [{ ...block, kind: block.kind }] : [],
              ),
            }),
            ...(article.live ? [article.live.jsonLd] : []),
            breadcrumbs(siteUrl, [...groups.map(({ name, href }) => ({ name, path: href })), { name: title, path }]),
          ]
        : [],
    }),
    { property: 'article:published_time', content: new Date(article.publishAtMs).toISOString() },
    { property: 'article:modified_time', content: new Date(updatedAtMs).toISOString() },
  ];
};

export default function ArticlePage() {
  const article = useLoaderData<typeof loader>();
  const { groups, layoutTemplate, live } = article;
  const [isWatched, setWatched] = useState(false);
  // The component of a live blog is loaded after the page has been painted.
  useEffect(() => startTransition(() => setWatched(true)), []);
  useContentViewed(article.id, article.variant === 'own');
  const group = groups.at(-1);
  const { lead, rest } = leadOf(article.blocks, layoutTemplate);
  const [upToAd, afterAd] = partForAd(rest);
  const origin = { page: article.path, from: group?.name ?? '', art: picture(article.keyart) };
  const keyArt = <KeyArt article={article} />;
  const first = (
    <>
      {lead?.kind !== 'video' && lead?.kind !== 'youtube' && keyArt}
      {lead && <ContentBlocks views={[lead]} origin={origin} />}
    </>
  );
  return (
    <>
      <div className={`wrap ${page.side} ${styles.page}`}>
        <article className={styles.read} data-channel={article.channel} data-template={layoutTemplate}>
          <Crumbs
            label={articleText.breadcrumb}
            steps={[{ name: seoText.home, href: paths.home() }, ...groups.map(({ name, href }) => ({ name, href }))]}
          />
          {layoutTemplate !== 1 && first}
          <ArticleHead article={article} />
          {layoutTemplate === 1 && keyArt}
          <ContentBlocks views={upToAd} origin={origin} />
          {afterAd.length > 0 && <AdSlot type="inread" />}
          <ContentBlocks views={afterAd} origin={origin} />
          {live && <LiveBlog {...live.shown} isWatched={isWatched} />}
          {article.matched.length > 0 && <MatchContent cards={article.matched} />}
        </article>
        <aside className={`${page.rail} ${styles.rail}`}>
          <MostViewed items={article.mostViewed} shown={RANKED_OPEN} />
          <AdSlot type="rectangle" />
          {article.program && (
            <section aria-labelledby="program">
              <SectionHeading id="program" small>
                {articleText.program}
              </SectionHeading>
              <Program program={article.program} sizes="300px" />
            </section>
          )}
        </aside>
      </div>
      {article.related.length > 0 && group && (
        <section className={`wrap ${page.section} ${styles.more}`} aria-labelledby="related">
          <SectionHeading id="related" more={{ href: group.href, words: articleText.all }}>
            {articleText.more(group.name)}
          </SectionHeading>
          <RelatedItems box={{ className: styles.related }} cards={article.related} />
        </section>
      )}
    </>
  );
}
