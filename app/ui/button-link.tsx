import type { AnchorHTMLAttributes } from 'react';
import { buttonClasses, type ButtonLook } from './button-classes.ts';

export type ButtonLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & ButtonLook & { href: string };

/** A link that looks like a button. */
export function ButtonLink({ tone, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a className={buttonClasses({ tone, size }, className)} {...rest}>
      {children}
    </a>
  );
}
