import { useLoaderData, type MetaFunction } from 'react-router';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { paths } from '#app/paths.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import type { loader } from './archive-guide.server.ts';
import styles from './info.module.css';

export { headers, loader } from './archive-guide.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.archiveUserguide(loaderData.idx),
        title: `${loaderData.title}｜${infoText.guide}`,
        description: loaderData.summary || loaderData.title,
      });

export default function ArchiveGuide() {
  const { idx, parts, title, summary, blocks } = useLoaderData<typeof loader>();
  const at = parts.findIndex((part) => part.idx === idx);
  const before = parts[at - 1];
  const after = parts[at + 1];
  return (
    <div className={`wrap ${page.side} ${styles.page}`}>
      <article>
        <div className={page.head}>
          <p className={page.crumbs}>{infoText.guide}</p>
          <h1>{title}</h1>
          {summary && <p className={styles.summary}>{summary}</p>}
        </div>
        <StaticBody blocks={blocks} />
        <div className={styles.steps}>
          {before && (
            <ButtonLink tone="outline" rel="prev" href={paths.archiveUserguide(before.idx)}>
              {infoText.previousPart}
            </ButtonLink>
          )}
          {after && (
            <ButtonLink rel="next" href={paths.archiveUserguide(after.idx)}>
              {infoText.nextPart}
            </ButtonLink>
          )}
        </div>
      </article>
      <aside className={styles.aside}>
        <nav aria-labelledby="parts">
          <h2 id="parts">{infoText.guideParts}</h2>
          <ol>
            {parts.map((part) => (
              <li key={part.idx}>
                <a href={paths.archiveUserguide(part.idx)} aria-current={part.idx === idx ? 'page' : undefined}>
                  {part.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </aside>
    </div>
  );
}
