import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  children?: ReactNode;
  /** A picture across the top of a box. */
  picture?: ReactNode;
  /** Buttons in reading order, the safe one first: it gets the focus, the last is the one meant. */
  actions?: ReactNode;
  /** Asks to be closed; the owner stops drawing it. */
  onClose: () => void;
  /** False: Escape and the scrim do nothing, only an action closes. */
  dismissible?: boolean;
  /** Words of the × button; without them there is none. */
  closeLabel?: string;
  role?: 'dialog' | 'alertdialog';
  /** A panel comes from the right and fills a phone. */
  shape?: 'box' | 'panel';
  titleHidden?: boolean;
}

/** The platform's modal dialog: focus stays in it, Escape and the scrim close it, focus returns to where it was. */
export function Dialog({
  title,
  children,
  picture,
  actions,
  onClose,
  dismissible = true,
  closeLabel,
  role = 'dialog',
  shape = 'box',
  titleHidden,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const wordsId = useId();
  const onCancel = useEffectEvent((event: Event) => {
    event.preventDefault();
    if (dismissible) onClose();
  });
  // A browser may close it after a second Escape, whatever was said to the first.
  const onClosed = useEffectEvent((dialog: HTMLDialogElement) => {
    if (dialog.open) return;
    if (dismissible) onClose();
    else dialog.showModal();
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    dialog.showModal();
    const cancelled = (event: Event) => onCancel(event);
    const closed = () => onClosed(dialog);
    dialog.addEventListener('cancel', cancelled);
    dialog.addEventListener('close', closed);
    return () => {
      dialog.removeEventListener('cancel', cancelled);
      dialog.removeEventListener('close', closed);
      // While it is still in the page: only then does the browser give the focus back.
      dialog.close();
    };
  }, []);
  const close = closeLabel && (
    <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
      <Icon name="x" />
    </button>
  );
  return (
    // The scrim is a target for the mouse only; Escape does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={role === 'alertdialog' ? wordsId : undefined}
      className={`${styles.dialog} ${styles[shape]}`}
      onClick={(event) => {
        if (event.target === event.currentTarget && role === 'dialog' && dismissible) onClose();
      }}
    >
      {shape === 'panel' && close}
      {picture}
      <div className={styles.inner}>
        <h2 id={titleId} className={titleHidden ? 'vh' : styles.title}>
          {title}
        </h2>
        <div id={wordsId} className={styles.words}>
          {children}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {/* Last, so that the first thing in focus is the safe action. */}
      {shape === 'box' && close}
    </dialog>
  );
}
