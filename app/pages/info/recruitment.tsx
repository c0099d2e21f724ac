import { useLoaderData, type MetaFunction } from 'react-router';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { paths } from '#app/paths.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import styles from './info.module.css';
import type { loader } from './recruitment.server.ts';

export { headers, loader } from './recruitment.server.ts';

const text = infoText.recruitment;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, company } = loaderData;
  const title = company ? text.titleOf(text.companies[company]) : text.title;
  const path = paths.recruitment(company ?? undefined);
  return seo({
    siteUrl,
    path,
    title,
    description: text.description,
    jsonLd: [breadcrumbs(siteUrl, [{ name: text.title, path: paths.recruitment() }])],
  });
};

export default function Recruitment() {
  const { company, counts, openings, intro } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <div className={page.head}>
        <h1>{company ? text.titleOf(text.companies[company]) : text.title}</h1>
        <p className={styles.summary}>{text.description}</p>
        {intro.length > 0 && (
          <p className={styles.toApply}>
            <a className={page.link} href="#apply">
              {text.howToApply}
            </a>
          </p>
        )}
      </div>
      <nav className={page.chips} aria-label={text.companiesLabel}>
        <a href={paths.recruitment()} aria-current={company === null ? 'page' : undefined}>
          {text.all}
        </a>
        {counts.map((one) => (
          <a
            key={one.company}
            href={paths.recruitment(one.company)}
            aria-current={one.company === company ? 'page' : undefined}
          >
            {text.companies[one.company]}（{one.openings}）
          </a>
        ))}
      </nav>
      {openings.length === 0 && <p className={styles.summary}>{text.none}</p>}
      {openings.map((job) => (
        <article key={job.id} className={styles.job}>
          <h2>{job.title}</h2>
          <p className={styles.meta}>
            <span>{[text.companies[job.company], job.department].filter(Boolean).join(' · ')}</span>
            <time dateTime={job.posted.day}>{text.posted(job.posted.words)}</time>
            {job.closes ? (
              <time dateTime={job.closes.day}>{text.closes(job.closes.words)}</time>
            ) : (
              <span>{text.open}</span>
            )}
          </p>
          {(['duties', 'requirements'] as const).map(
            (part) =>
              job[part].length > 0 && (
                <div key={part}>
                  <h3>{text[part]}</h3>
                  <ul>
                    {job[part].map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </div>
              ),
          )}
        </article>
      ))}
      {intro.length > 0 && (
        <section id="apply" className={page.section}>
          <StaticBody blocks={intro} />
        </section>
      )}
    </div>
  );
}
