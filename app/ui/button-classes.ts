import styles from './button.module.css';

export interface ButtonLook {
  /** Ink acts, yellow is for paying, crimson for what cannot be undone, a channel's colour for listening. */
  tone?: 'ink' | 'outline' | 'quiet' | 'cta' | 'danger' | 'channel';
  size?: 'small' | 'medium' | 'large';
}

/** Classes of a button, whether it acts or leads somewhere. */
export function buttonClasses({ tone = 'ink', size = 'medium' }: ButtonLook, className?: string): string {
  return [styles.button, tone === 'ink' ? '' : styles[tone], size === 'medium' ? '' : styles[size], className]
    .filter(Boolean)
    .join(' ');
}
