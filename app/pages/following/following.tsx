import type { MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { followPaths } from '#app/follow-paths.ts';
import page from '#app/styles/page.module.css';
import { followedText as text } from '#app/text/zh-hk/follows.ts';
import { FollowedList } from './followed-list.tsx';
import styles from './following.module.css';
import type { loader } from './following.server.ts';

export { headers, loader } from './following.server.ts';

export const handle: PageHandle = {};

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: followPaths.following(),
        title: text.title,
        description: text.description,
        jsonLd: [breadcrumbs(loaderData.siteUrl, [{ name: text.title, path: followPaths.following() }])],
      });

/** Everything a visitor follows, with what is new of it. The page is the same for everyone. */
export default function Following() {
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.lead}</p>
      </div>
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
      <FollowedList />
    </div>
  );
}
