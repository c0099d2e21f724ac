import styles from './button.module.css';

export interface ButtonLook {
  /** Ink for actions, yellow for payment, crimson for irreversible actions, a channel's colour for listening. */
  tone?: 'ink' | 'outline' | 'quiet' | 'cta' | 'danger' | 'channel';
  size?: 'small' | 'medium' | 'large';
}

const TONES = {
  ink: '',
  outline: styles.outline,
  quiet: styles.quiet,
  cta: styles.cta,
  danger: styles.danger,
  channel: styles.channel,
};
const SIZES = { small: styles.small, medium: '', large: styles.large };

/** Classes of a button or button link. */
export function buttonClasses({ tone = 'ink', size = 'medium' }: ButtonLook, className?: string): string {
  return [styles.button, TONES[tone], SIZES[size], className].filter(Boolean).join(' ');
}
