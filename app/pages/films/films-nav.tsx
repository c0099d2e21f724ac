import { filmPaths } from '#app/film-paths.ts';
import { paths } from '#app/paths.ts';
import { filmRentalText } from '#app/text/zh-hk/films.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './films.module.css';

type PremiumTab = 'landing' | 'all' | 'mine' | 'search' | null;

/**
 * Navigation of the film pages. `bar`: it is the only bar, in the row of the wordmark, as a film is watched without
 * deck and navigation.
 */
export function FilmsNav({ at, bar = false }: { at: PremiumTab; bar?: boolean }) {
  const current = (tab: PremiumTab) => (tab === at ? 'page' : undefined);
  return (
    <nav className={`wrap ${styles.nav} ${bar ? styles.only : ''}`} aria-label={filmRentalText.nav}>
      <a className={styles.home} href={paths.premiumVideoLanding()} aria-current={current('landing')}>
        {filmRentalText.title}
      </a>
      <ul>
        <li>
          <a href={filmPaths.premiumVideoList()} aria-current={current('all')}>
            {filmRentalText.all}
          </a>
        </li>
        <li>
          <a href={paths.myVideos()} aria-current={current('mine')}>
            {filmRentalText.toMine}
          </a>
        </li>
        <li>
          <a href={filmPaths.premiumSearch()} aria-current={current('search')} aria-label={filmRentalText.search}>
            <Icon name="search" />
          </a>
        </li>
      </ul>
    </nav>
  );
}
