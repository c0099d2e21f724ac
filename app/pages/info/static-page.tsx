import { useEffect } from 'react';
import { useLoaderData, useLocation, useNavigate, type MetaFunction } from 'react-router';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { COOKIES, readCookie } from '#app/cookies.ts';
import { paths } from '#app/paths.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { BILINGUAL_PAGES, isBilingual, MONOLINGUAL_PAGES, type PageLang } from '#domain/pages/pages.rules.ts';
import styles from './info.module.css';
import type { loader } from './static-page.server.ts';

export { headers, loader } from './static-page.server.ts';

type Name = keyof typeof infoText.names;

const pathOf = (name: Name, lang: PageLang = 'zh-Hant') =>
  isBilingual(name) ? paths.bilingual(name, lang === 'en' ? { lang: 'en' } : {}) : paths.monolingual(name);

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, name, lang, title, summary } = loaderData;
  return [
    ...seo({ siteUrl, path: pathOf(name, lang), title, description: summary || title }),
    ...(isBilingual(name)
      ? (
          [
            ['zh-Hant-HK', 'zh-Hant'],
            ['en', 'en'],
            ['x-default', 'zh-Hant'],
          ] as const
        ).map(([hrefLang, of]) => ({
          tagName: 'link' as const,
          rel: 'alternate',
          hrefLang,
          href: siteUrl + pathOf(name, of),
        }))
      : []),
  ];
};

/** Visitors who chose English get it again when the URL has no language, until they choose the other. */
function useChosenLanguage(name: Name): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isBilingual(name) || new URLSearchParams(search).has('lang')) return;
    if (readCookie(document.cookie, COOKIES.language) === 'en')
      void navigate(pathOf(name, 'en') + hash, { replace: true, preventScrollReset: hash !== '' });
  }, [name, search, hash, navigate]);
}

export default function StaticPage() {
  const { name, lang, title, summary, blocks, changed } = useLoaderData<typeof loader>();
  useChosenLanguage(name);
  const isEnglish = lang === 'en';
  return (
    <div className={`wrap ${page.side} ${styles.page}`}>
      <article lang={isEnglish ? 'en' : undefined}>
        <div className={page.head}>
          <h1>{title}</h1>
          {summary && <p className={styles.summary}>{summary}</p>}
          {isBilingual(name) && (
            <nav className={`${page.chips} ${styles.languages}`} aria-label={infoText.languages}>
              <a
                href={paths.bilingual(name, { lang: 'zh-Hant' })}
                hrefLang="zh-Hant-HK"
                lang="zh-Hant-HK"
                aria-current={isEnglish ? undefined : 'true'}
              >
                {infoText.chinese}
              </a>
              <a href={pathOf(name, 'en')} hrefLang="en" lang="en" aria-current={isEnglish ? 'true' : undefined}>
                {infoText.english}
              </a>
            </nav>
          )}
        </div>
        <StaticBody blocks={blocks} />
        <p className={styles.changed}>
          <time dateTime={changed.day}>
            {isEnglish ? infoText.updatedEn(changed.day) : infoText.updated(changed.words)}
          </time>
        </p>
      </article>
      <aside className={styles.aside} lang={isEnglish ? 'en' : undefined}>
        <nav aria-labelledby="related">
          <h2 id="related">{isEnglish ? infoText.relatedEn : infoText.related}</h2>
          <ul>
            {[...BILINGUAL_PAGES, ...MONOLINGUAL_PAGES].map((other) => (
              <li key={other}>
                <a
                  href={pathOf(other, isEnglish ? 'en' : 'zh-Hant')}
                  lang={isEnglish && !isBilingual(other) ? 'zh-Hant-HK' : undefined}
                  aria-current={other === name ? 'page' : undefined}
                >
                  {isEnglish && isBilingual(other) ? infoText.namesEn[other] : infoText.names[other]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
    </div>
  );
}
