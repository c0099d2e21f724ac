import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { shell } from '#app/text/zh-hk/shell.ts';
import { MenuLink } from './top-nav.tsx';
import type { MenuItem } from './menu.ts';
import styles from './member-panel.module.css';

/** A panel from the right on a desktop, the whole screen on a phone, where it also holds the navigation. */
export function MemberPanel({
  items,
  pricing,
  currentKey,
  onClose,
}: {
  items: MenuItem[];
  pricing: string;
  currentKey: string | undefined;
  onClose: () => void;
}) {
  const flat = items.flatMap(
    (item) => item.sub_items?.map((sub) => ({ ...sub, text: `${item.text}：${sub.text}` })) ?? [item],
  );
  return (
    <Dialog title={shell.memberMenu} titleHidden shape="panel" onClose={onClose} closeLabel={shell.closeMenu}>
      <div className={styles.head}>
        <p className={styles.lead}>{shell.guestLead}</p>
        <p>{shell.guestNote}</p>
      </div>
      <ul className={styles.items}>
        {pricing && (
          <li>
            <a href={pricing} target="_blank" rel="noopener external">
              <Icon name="history" />
              {shell.pricing}
              <span className="vh">{shell.newWindow}</span>
            </a>
          </li>
        )}
        {flat.map((item) => (
          // A press of a link leads away: the panel goes with it.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <li key={item.key} onClick={onClose}>
            <MenuLink item={item} isCurrent={currentKey === item.key} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
