import { useLoaderData, type MetaFunction } from 'react-router';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { paths } from '#app/paths.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import styles from './info.module.css';
import type { loader } from './ad-service.server.ts';

export { headers, loader } from './ad-service.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.adService(),
        title: loaderData.title,
        description: loaderData.summary || loaderData.title,
      });

export default function AdService() {
  const { title, summary, blocks } = useLoaderData<typeof loader>();
  return (
    <article className="wrap">
      <div className={page.head}>
        <h1>{title}</h1>
        {summary && <p className={styles.summary}>{summary}</p>}
      </div>
      <StaticBody blocks={blocks} />
      <p className={styles.apply}>
        <ButtonLink href={paths.contactUs()}>{infoText.contactSales}</ButtonLink>
      </p>
    </article>
  );
}
