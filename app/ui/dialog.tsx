import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  children?: ReactNode;
  /** A picture across the top of the dialog. */
  picture?: ReactNode;
  /** Buttons in reading order: the safe one first, which gets the focus; the main one last. */
  actions?: ReactNode;
  /** Close request; the owner stops rendering it. */
  onClose: () => void;
  /** False: Escape and the backdrop do nothing, only an action closes it. */
  dismissible?: boolean;
  /** Label of the × button; without it there is none. */
  closeLabel?: string;
  role?: 'dialog' | 'alertdialog';
  /** A panel slides in from the right and fills the screen on phones. */
  shape?: 'box' | 'panel';
  titleHidden?: boolean;
}

const SHAPES = { box: styles.box, panel: styles.panel };

/** The platform's modal dialog: it traps the focus, Escape and the backdrop close it, and the focus returns. */
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
  // A browser may close it on a second Escape, whatever the handler of the first did.
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
      // While still in the document: only then does the browser restore the focus.
      dialog.close();
    };
  }, []);
  const close = closeLabel && (
    <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
      <Icon name="x" />
    </button>
  );
  return (
    // The backdrop handles the mouse only; Escape is the keyboard equivalent.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={role === 'alertdialog' ? wordsId : undefined}
      className={`${styles.dialog} ${SHAPES[shape]}`}
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
      {/* Last, so that the safe action gets the focus first. */}
      {shape === 'box' && close}
    </dialog>
  );
}
