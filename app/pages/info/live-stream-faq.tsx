import { useLoaderData, type MetaFunction } from 'react-router';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { paths } from '#app/paths.ts';
import styles from './info.module.css';
import type { loader } from './live-stream-faq.server.ts';

export { headers, loader } from './live-stream-faq.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.liveStreamFaq(),
        title: loaderData.title,
        description: loaderData.summary || loaderData.title,
      });

export default function LiveStreamFaq() {
  const { title, summary, blocks } = useLoaderData<typeof loader>();
  return (
    <article className="wrap">
      <div className={page.head}>
        <h1>{title}</h1>
        {summary && <p className={styles.summary}>{summary}</p>}
      </div>
      <StaticBody blocks={blocks} />
    </article>
  );
}
