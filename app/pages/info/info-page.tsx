import { useLoaderData, type MetaFunction } from 'react-router';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { paths } from '#app/paths.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import styles from './info.module.css';
import type { loader } from './info-page.server.ts';

export { headers, loader } from './info-page.server.ts';

interface InfoPageParts {
  path: string;
  /** A button below the text. */
  button?: { href: string; text: string };
}

/** The static pages that are a text of the database, by their name there. Each also has a line in `app/routes.ts`. */
const PAGES: Record<Awaited<ReturnType<typeof loader>>['name'], InfoPageParts> = {
  adService: { path: paths.adService(), button: { href: paths.contactUs(), text: infoText.contactSales } },
  livestreamfaq: { path: paths.liveStreamFaq() },
};

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: PAGES[loaderData.name].path,
        title: loaderData.title,
        description: loaderData.summary || loaderData.title,
      });

export default function InfoPage() {
  const { name, title, summary, blocks } = useLoaderData<typeof loader>();
  const { button } = PAGES[name];
  return (
    <article className="wrap">
      <div className={page.head}>
        <h1>{title}</h1>
        {summary && <p className={styles.summary}>{summary}</p>}
      </div>
      <StaticBody blocks={blocks} />
      {button && (
        <p className={styles.apply}>
          <ButtonLink href={button.href}>{button.text}</ButtonLink>
        </p>
      )}
    </article>
  );
}
