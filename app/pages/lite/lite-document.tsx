import type { ReactNode } from 'react';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { breakingNewsText } from '#app/text/zh-hk/breaking-news.ts';
import { liteText as text } from '#app/text/zh-hk/lite.ts';
import styles from '#app/styles/lite.css?inline';
import stylesheet from '#app/styles/lite.css?url';
import type { ShownBreakingNews } from '#domain/breaking-news/breaking-news.rules.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { fullPathOf, litePathOf, litePaths } from '#shared/paths/lite-paths.ts';

export type LiteBreakingNews = Pick<ShownBreakingNews, 'kind' | 'words' | 'path'>;

/** A document without scripts. `path`: its own, without a query. `isAlone`: it loads nothing before its sound. */
export function LiteDocument({
  title,
  path,
  siteUrl,
  breaking,
  isAlone = false,
  children,
}: {
  title: string;
  path: string;
  siteUrl: string;
  breaking: LiteBreakingNews | null;
  isAlone?: boolean;
  children?: ReactNode;
}) {
  return (
    <html lang="zh-Hant-HK">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} — ${text.name}`}</title>
        {/* Search engines know the full page. */}
        <link rel="canonical" href={siteUrl + fullPathOf(path)} />
        {isAlone ? (
          <style dangerouslySetInnerHTML={{ __html: styles }} />
        ) : (
          <>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="stylesheet" href={stylesheet} />
          </>
        )}
      </head>
      <body>
        <a className="skip" href="#main">
          {text.skip}
        </a>
        <header>
          <b>{text.station}</b>
          <nav aria-label={text.name}>
            <a href={litePaths.home()}>{text.home}</a>
            {CHANNEL_IDS.map((id) => (
              <a key={id} href={litePaths.live(id)}>
                {channelText[id].name}
              </a>
            ))}
            <a href={litePaths.news()}>{text.news}</a>
            <a href={litePaths.traffic()}>{text.traffic}</a>
            <a href={litePaths.bulletin()}>{text.bulletin}</a>
          </nav>
        </header>
        {breaking !== null && (
          <p className="now">
            {breakingNewsText.labels[breaking.kind]}{' '}
            {breaking.path ? <a href={litePathOf(breaking.path) ?? breaking.path}>{breaking.words}</a> : breaking.words}
          </p>
        )}
        <main id="main">
          <h1>{title}</h1>
          {children}
        </main>
        {!isAlone && (
          <footer>
            <small>{text.about}</small>
            {/* A choice is no page. */}
            <a href={`${path}?keep=0`} rel="nofollow">
              {text.full}
            </a>
            <a href={`${path}?keep=1`} rel="nofollow">
              {text.keep}
            </a>
          </footer>
        )}
      </body>
    </html>
  );
}
