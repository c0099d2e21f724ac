import { useEffect, useState } from 'react';
import type { MetaFunction } from 'react-router';
import type { FollowedList } from '#app/components/follows/followed-list.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { notifyPaths } from '#app/notify-paths.ts';
import { paths } from '#app/paths.ts';
import page from '#app/styles/page.module.css';
import { followingText as text } from '#app/text/zh-hk/following.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { loader } from './following.server.ts';

export { headers, loader } from './following.server.ts';

export const handle: PageHandle = {};

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.following(),
        title: text.title,
        description: text.description,
        jsonLd: [breadcrumbs(loaderData.siteUrl, [{ name: text.title, path: paths.following() }])],
      });

/**
 * Everything a visitor follows, with its news. The page is the same for everyone: the list and its styles come
 * after the first paint, and the footer waits below for them.
 */
export default function Following() {
  const [List, setList] = useState<typeof FollowedList | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    void import('#app/components/follows/followed-list.tsx')
      .then((module) => setList(() => module.FollowedList))
      .catch(() => setFailed(true));
  }, []);
  return (
    <div className="wrap" style={{ minHeight: '100vh' }}>
      <div className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.lead}</p>
        <p style={{ marginTop: 'var(--sp-3)' }}>
          <ButtonLink tone="outline" href={notifyPaths.notify()}>
            {text.notify}
          </ButtonLink>
        </p>
      </div>
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
      {hasFailed && <p role="alert">{text.failed}</p>}
      {List && <List />}
    </div>
  );
}
