import type { ComponentProps } from 'react';
import { buttonClasses, type ButtonLook } from './button-classes.ts';

export type ButtonProps = ComponentProps<'button'> & ButtonLook;

export function Button({ tone, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClasses({ tone, size }, className)} {...rest} />;
}
