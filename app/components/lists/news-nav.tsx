import { paths } from '#app/paths.ts';
import { content } from '#app/text/zh-hk/content.ts';
import { newsText } from '#app/text/zh-hk/news.ts';
import type { NewsSection } from '#shared/enums.ts';
import styles from './news-nav.module.css';

/** A tab of the news; stored after each navigation as the news nav-bar key. */
export type NewsTab = 'hot' | 'recent' | NewsSection;

/** In tab order; traffic and editorials have paths of their own. */
const TABS: { key: NewsTab; text: string; href: string }[] = [
  { key: 'hot', text: newsText.hot, href: paths.newsHot() },
  { key: 'recent', text: newsText.recent, href: paths.newsRecent() },
  ...(['local', 'finance', 'international', 'greaterchina', 'sports'] as const).map((key) => ({
    key,
    text: content.sections[key],
    href: paths.newsCategory(key),
  })),
  { key: 'traffic', text: content.sections.traffic, href: paths.newsTraffic() },
  { key: 'editorial', text: content.sections.editorial, href: paths.newsEditorial() },
];

/** The tabs of the news, as plain links. */
export function NewsNav({ current }: { current: NewsTab }) {
  return (
    <nav className={styles.tabs} aria-label={newsText.tabs} data-channel="881">
      {TABS.map(({ key, text, href }) => (
        <a key={key} href={href} aria-current={key === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
