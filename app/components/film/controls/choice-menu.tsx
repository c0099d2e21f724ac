import type { ReactNode } from 'react';
import { useMenu } from '#app/player/controls/use-menu.ts';
import { Icon } from '#app/ui/icon.tsx';
import styles from './choice-menu.module.css';

export interface ChoiceGroup {
  label: string;
  options: readonly {
    key: string;
    words: string;
    /** Data usage, or current rendition. */
    note?: string;
    isChosen: boolean;
    choose: () => void;
  }[];
}

/**
 * A button that opens options over the picture. Arrow keys move through all options; Escape and the button close them.
 */
export function ChoiceMenu({
  label,
  icon,
  groups,
  className,
}: {
  label: string;
  icon: ReactNode;
  groups: readonly ChoiceGroup[];
  className: string | undefined;
}) {
  const { isOpen, leave, button, menu } = useMenu();
  return (
    <div className={styles.box}>
      <button {...button} className={className} aria-label={label}>
        {icon}
      </button>
      {isOpen && (
        <div {...menu} className={styles.menu} aria-label={label}>
          {groups.map((group) => (
            <div key={group.label} role="group" aria-label={group.label}>
              <p aria-hidden="true">{group.label}</p>
              {group.options.map(({ key, words, note, isChosen, choose }) => (
                <button
                  key={key}
                  type="button"
                  role="menuitemradio"
                  aria-checked={isChosen}
                  tabIndex={-1}
                  onClick={() => {
                    choose();
                    leave();
                  }}
                >
                  <Icon name="check" />
                  {words}
                  {note && <small>{note}</small>}
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
