import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: 'ink' | 'outline' | 'channel';
  size?: 'small' | 'medium' | 'large';
}

export function Button({ tone = 'ink', size = 'medium', className, type = 'button', ...rest }: ButtonProps) {
  const classes = [styles.button, tone === 'ink' ? '' : styles[tone], size === 'medium' ? '' : styles[size], className];
  return <button type={type} className={classes.filter(Boolean).join(' ')} {...rest} />;
}
