import { Icon } from '#app/ui/icon.tsx';
import { MenuLink } from './menu-link.tsx';
import { menuItemText, navigation } from './menu.ts';
import styles from './top-nav.module.css';

/** Entries of the top navigation, closed. `TopNav` opens them and marks the current one. */
export function NavEntries({ my903, firstKey }: { my903: string; firstKey: string | undefined }) {
  return navigation(my903).map((item) => (
    <li key={item.key} data-entry={item.key}>
      {item.sub_items ? (
        <>
          <button
            type="button"
            data-key={item.key}
            aria-expanded={false}
            aria-controls={`nav-${item.key}`}
            aria-current={firstKey === item.key ? 'true' : undefined}
          >
            {menuItemText(item)}
            <Icon name="chevron-down" />
          </button>
          <ul id={`nav-${item.key}`} className={styles.sub} hidden>
            {item.sub_items.map((sub) => (
              <li key={sub.key}>
                <MenuLink item={sub} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <MenuLink item={item} isCurrent={firstKey === item.key} />
      )}
    </li>
  ));
}
