import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useEffect, useState } from 'react';
import { paths } from '#app/paths.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { searchFieldText } from '#app/text/zh-hk/search-field.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import styles from './masthead.module.css';
import { useMember } from './member-state.ts';

/** The logo image is deliberately loaded late: the page's content has priority. The name is shown at once. */
const LOGO_DELAY_MS = 1_500;

export interface MastheadProps {
  menuOpen: boolean;
  onMenu: () => void;
  /** The menu may be opened soon. */
  onNear: () => void;
}

export function Masthead({ menuOpen, onMenu, onNear }: MastheadProps) {
  const member = useMember();
  const [hasMark, setHasMark] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasMark(true), LOGO_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`wrap ${styles.mast}`}>
      <a className={styles.mark} href={paths.home()}>
        <Wordmark label={shell.home} showBars={hasMark} />
      </a>
      <AdSlot type="header banner" />
      <div className={styles.acts}>
        <a className={styles.archive} href={paths.archives()}>
          <Icon name="history" />
          {replaysText.title}
        </a>
        <a className={styles.archive} href={paths.premiumVideoLanding()}>
          <Icon name="clapperboard" />
          {shell.premium}
        </a>
        <a className={styles.search} href={paths.search()} aria-label={searchFieldText.short}>
          <Icon name="search" />
        </a>
        <button
          type="button"
          className={styles.member}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={onMenu}
          onPointerEnter={onNear}
          onFocus={onNear}
        >
          <span className={styles.words}>{member?.user?.display_name ?? shell.member}</span>
          <Icon name="menu" />
          <span className="vh">{shell.openMenu}</span>
        </button>
        {/* The menu requires scripts. */}
        <noscript>
          <a className={styles.search} href={paths.login()}>
            {shell.logIn}
          </a>
        </noscript>
      </div>
    </div>
  );
}
