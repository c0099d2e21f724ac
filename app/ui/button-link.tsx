import type { AnchorHTMLAttributes } from 'react';
import styles from './button.module.css';

export interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  tone?: 'ink' | 'outline' | 'channel';
  size?: 'small' | 'medium' | 'large';
}

/** A link that looks like the button it stands beside. */
export function ButtonLink({ tone = 'ink', size = 'medium', className, children, ...rest }: ButtonLinkProps) {
  const classes = [styles.button, tone === 'ink' ? '' : styles[tone], size === 'medium' ? '' : styles[size], className];
  return (
    <a className={classes.filter(Boolean).join(' ')} {...rest}>
      {children}
    </a>
  );
}
