import styles from './button.module.css';

export interface ButtonLook {
  /** Ink for actions, yellow for payment, crimson for irreversible actions, a channel's colour for listening. */
  tone?: 'ink' | 'outline' | 'quiet' | 'cta' | 'danger' | 'channel';
  size?: 'small' | 'medium' | 'large';
}

/** Classes of a button or button link. */
export function buttonClasses({ tone = 'ink', size = 'medium' }: ButtonLook, className?: string): string {
  return [styles.button, tone === 'ink' ? '' : styles[tone], size === 'medium' ? '' : styles[size], className]
    .filter(Boolean)
    .join(' ');
}
