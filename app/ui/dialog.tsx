import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  children?: ReactNode;
  /** Buttons, in reading order; the first gets the focus when it says `autoFocus`. */
  actions?: ReactNode;
  onClose: () => void;
  /** Words of the × button; without them there is none. */
  closeLabel?: string;
  role?: 'dialog' | 'alertdialog';
  /** A panel comes from the right and fills a phone. */
  shape?: 'box' | 'panel';
  titleHidden?: boolean;
  className?: string | undefined;
}

/** The platform's modal dialog: focus stays in it, Escape and the scrim close it, focus returns to where it was. */
export function Dialog({
  title,
  children,
  actions,
  onClose,
  closeLabel,
  role = 'dialog',
  shape = 'box',
  titleHidden,
  className,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // The scrim is a target for the mouse only; Escape does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      className={[styles.dialog, styles[shape], className].filter(Boolean).join(' ')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && role === 'dialog') onClose();
      }}
    >
      <div className={styles.inner}>
        {closeLabel && (
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <Icon name="x" />
          </button>
        )}
        <h2 id={titleId} className={titleHidden ? 'vh' : styles.title}>
          {title}
        </h2>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}
