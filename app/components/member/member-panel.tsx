import { useState, type MouseEvent } from 'react';
import { paths } from '#app/paths.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { memberMenu } from '#app/text/zh-hk/member-menu.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Numeral } from '#app/ui/numeral.tsx';
import { Phrase } from '#app/ui/phrase.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import type { ToolbarTile } from '#app/components/frame/live-toolbar-data.ts';
import { FOLLOWING, MemberHead, MemberItems } from './member-menu.tsx';
import { useMember } from '#app/components/frame/member-state.ts';
import { menuItemText, navigation, type MenuItem } from '#app/components/frame/menu.ts';
import { bulletinPath } from '#shared/paths/bulletin-paths.ts';
import styles from './member-panel.module.css';
import { SearchField } from '#app/components/frame/search-field.tsx';
import { FooterBody, type FooterLinks } from '#app/components/frame/footer-body.tsx';
import { MenuLink } from '#app/components/frame/menu-link.tsx';

export interface MemberPanelProps {
  tiles: ToolbarTile[];
  links: FooterLinks & { my903: string };
  currentKey: string | undefined;
  onClose: () => void;
}

/**
 * The user menu: a panel from the right on a desktop; full screen on a phone, where it also contains the navigation and
 * the footer.
 */
export function MemberPanel({ tiles, links, currentKey, onClose }: MemberPanelProps) {
  const member = useMember();
  // Following a link closes the panel.
  const leave = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) onClose();
  };
  return (
    <Dialog title={memberMenu.title} titleHidden shape="panel" onClose={onClose} closeLabel={shell.closeMenu}>
      {/* The link handles the press; this only observes it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={styles.panel} onClick={leave}>
        <a className={styles.mark} href={paths.home()}>
          <Wordmark label={shell.home} />
        </a>
        <MemberHead member={member} />
        <ul aria-label={memberMenu.live} className={styles.live}>
          {tiles.map((tile) => (
            <li key={tile.channelId} data-channel={tile.channelId}>
              <a href={paths.live(tile.channelId)} data-listen={tile.channelId}>
                <Numeral channel={tile.channelId} />
                <span>
                  <b>
                    <Phrase text={tile.title} />
                  </b>
                  {shell.span(tile.from, tile.to)}
                </span>
                <Icon name="headphones" />
              </a>
            </li>
          ))}
        </ul>
        <a className={styles.item} href={bulletinPath} data-bulletin="">
          <Icon name="play" fill />
          {memberMenu.bulletin}
        </a>
        {member?.user ? <MemberItems onClose={onClose} /> : null}
        {member && !member.user && <MenuLink className={styles.item} item={FOLLOWING} />}
        {links.pricing && member && !member.user && (
          // In a new tab, whatever the prices page is.
          <a className={styles.item} href={links.pricing} target="_blank" rel="noopener external">
            <Icon name="history" />
            {shell.pricing}
            <span className="vh">{shell.newWindow}</span>
          </a>
        )}
        <div className={`${styles.phone} ${styles.search}`}>
          <SearchField id="menu-search" look="menu" onLeave={onClose} />
        </div>
        <div className={`${styles.phone} ${styles.both}`}>
          <ButtonLink tone="outline" href={paths.archives()}>
            <Icon name="history" />
            {replaysText.title}
          </ButtonLink>
          <ButtonLink href={paths.premiumVideoLanding()}>
            <Icon name="clapperboard" />
            {shell.premium}
          </ButtonLink>
        </div>
        <nav className={styles.phone} aria-label={shell.nav}>
          <ul>
            {navigation(links.my903).map((item) => (
              <li key={item.key}>
                {item.sub_items ? (
                  <Submenu item={item} isCurrent={currentKey === item.key} />
                ) : (
                  <MenuLink className={styles.item} item={item} isCurrent={currentKey === item.key} />
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className={`${styles.foot} on-ink`}>
          <FooterBody links={{ ...links, pricing: '' }} />
        </div>
      </div>
    </Dialog>
  );
}

function Submenu({ item, isCurrent }: { item: MenuItem; isCurrent: boolean }) {
  const [open, setOpen] = useState(isCurrent);
  const id = `panel-${item.key}`;
  return (
    <>
      <button
        type="button"
        className={styles.item}
        aria-expanded={open}
        aria-controls={id}
        aria-current={isCurrent || undefined}
        onClick={() => setOpen(!open)}
      >
        {menuItemText(item)}
        <Icon name={open ? 'chevron-up' : 'chevron-down'} />
      </button>
      <ul id={id} className={styles.sub} hidden={!open}>
        {item.sub_items?.map((sub) => (
          <li key={sub.key}>
            <MenuLink className={styles.item} item={sub} />
          </li>
        ))}
      </ul>
    </>
  );
}
