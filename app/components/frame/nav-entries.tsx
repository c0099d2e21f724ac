import { Icon } from '#app/ui/icon.tsx';
import { MenuLink } from './menu-link.tsx';
import { menuItemText, navigation } from './menu.ts';
import styles from './top-nav.module.css';

/** Entries of the top navigation. `TopNav` handles their presses. */
export function NavEntries({
  my903,
  currentKey,
  open,
}: {
  my903: string;
  currentKey: string | undefined;
  /** The entry whose list is shown. */
  open: string | null;
}) {
  return navigation(my903).map((item) => (
    <li key={item.key}>
      {item.sub_items ? (
        <>
          <button
            type="button"
            data-key={item.key}
            aria-expanded={open === item.key}
            aria-controls={`nav-${item.key}`}
            aria-current={currentKey === item.key ? 'true' : undefined}
          >
            {menuItemText(item)}
            <Icon name="chevron-down" />
          </button>
          <ul id={`nav-${item.key}`} className={styles.sub} hidden={open !== item.key}>
            {item.sub_items.map((sub) => (
              <li key={sub.key}>
                <MenuLink item={sub} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <MenuLink item={item} isCurrent={currentKey === item.key} />
      )}
    </li>
  ));
}
