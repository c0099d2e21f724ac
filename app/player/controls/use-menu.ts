import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

/** A button that opens a menu: arrow keys move between items, Escape and a press outside close it. */
export function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
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

  return {
    isOpen,
    leave,
    button: {
      ref: button,
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: () => setOpen(!isOpen),
    },
    menu: { ref: menu, id, role: 'menu', tabIndex: -1, onKeyDown },
  } as const;
}
