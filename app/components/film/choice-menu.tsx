import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import styles from './choice-menu.module.css';

export interface ChoiceGroup {
  label: string;
  options: readonly {
    key: string;
    words: string;
    /** What it costs, or is right now. */
    note?: string;
    isChosen: boolean;
    choose: () => void;
  }[];
}

/** A button that opens choices over the picture; arrows go through all of them, Escape and the button close them. */
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
  const [isOpen, setOpen] = useState(false);
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    const chosen = menu.current?.querySelector<HTMLElement>('[aria-checked="true"]');
    (chosen ?? menu.current?.querySelector<HTMLElement>('button'))?.focus();
    const onPointer = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return;
      if (!menu.current?.contains(event.target) && !button.current?.contains(event.target)) setOpen(false);
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  }, [isOpen]);

  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const goTo = (index: number) => items[(index + items.length) % items.length]?.focus();
    if (event.key === 'Tab') return setOpen(false);
    if (event.key === 'Escape') leave();
    else if (event.key === 'ArrowDown') goTo(at + 1);
    else if (event.key === 'ArrowUp') goTo(at - 1);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.box}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={menuId}
          className={styles.menu}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
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
