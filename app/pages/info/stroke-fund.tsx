import { useLoaderData, type MetaFunction } from 'react-router';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { paths } from '#app/paths.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { Picture } from '#app/ui/picture.tsx';
import styles from './info.module.css';
import type { loader } from './stroke-fund.server.ts';

export { headers, loader } from './stroke-fund.server.ts';

const text = infoText.strokeFund;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.strokeFundArchive(),
        title: loaderData.title,
        description: loaderData.summary,
      });

export default function StrokeFund() {
  const { title, summary, blocks, years, raised, families } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <div className={page.head}>
        <h1>{title}</h1>
        <p className={styles.summary}>{summary}</p>
      </div>
      <StaticBody blocks={blocks} />
      {years.length > 0 && <p className={styles.total}>{text.total(years.length, raised, families)}</p>}
      <div className={styles.years}>
        {years.map((year) => (
          <article key={year.year} className={styles.year}>
            {year.picture && (
              <Picture name={year.picture} alt="" sizes="(min-width: 1200px) 400px, (min-width: 768px) 46vw, 100vw" />
            )}
            <h2>
              {text.year(year.year)}　{year.title}
            </h2>
            <dl className={styles.facts}>
              <div>
                <dt>{text.raised}</dt>
                <dd>{text.hkd(year.raised)}</dd>
              </div>
              <div>
                <dt>{text.families}</dt>
                <dd>{text.familiesCount(year.familiesHelped)}</dd>
              </div>
            </dl>
            {year.summary && <p>{year.summary}</p>}
          </article>
        ))}
      </div>
    </div>
  );
}
