import { useEffect, useState } from 'react';
import type { MetaFunction } from 'react-router';
import type { DownloadsList } from '#app/components/downloads/downloads-list.tsx';
import { DownloadsSkeleton } from '#app/components/downloads/downloads-skeleton.tsx';
import { seo } from '#app/components/seo/seo.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { mayStore } from '#app/downloads/can-store.ts';
import { downloadsPaths } from '#app/downloads-paths.ts';
import page from '#app/styles/page.module.css';
import { downloadsText as text } from '#app/text/zh-hk/downloads.ts';
import type { loader } from './downloads.server.ts';

export { headers, loader } from './downloads.server.ts';

export const handle: PageHandle = {};

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: downloadsPaths.page(),
        title: text.title,
        description: text.description,
        robots: 'noindex',
      });

/** Replays stored in this browser. Opens without network (`public/kept-sw.js`). */
export default function Downloads() {
  const [List, setList] = useState<typeof DownloadsList | null>(null);
  const [lack, setLack] = useState<'unsupported' | 'failed' | null>(null);
  useEffect(() => {
    const show = async () => {
      if (!(await mayStore())) return setLack('unsupported');
      const module = await import('#app/components/downloads/downloads-list.tsx');
      setList(() => module.DownloadsList);
    };
    show().catch(() => setLack('failed'));
  }, []);
  return (
    // The footer waits below for what comes later.
    <div className="wrap" data-own-document="" style={{ minHeight: '100vh' }}>
      <div className={page.head}>
        <h1>{text.title}</h1>
        <p className={page.intro}>{text.lead}</p>
      </div>
      <noscript>
        <p>{text.noScripts}</p>
      </noscript>
      {lack && (
        <p role="alert">
          <b>{text[lack].title}</b> {text[lack].words}
        </p>
      )}
      {List ? <List /> : lack === null && <DownloadsSkeleton />}
    </div>
  );
}
