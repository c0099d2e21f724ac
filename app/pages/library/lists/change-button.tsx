import { Button, type ButtonProps } from '#app/ui/button.tsx';
import { writeChange, type ListChange } from './list-changes.ts';

/** The form of a list. Its buttons may be anywhere on the page, each with its complete change. */
export const CHANGES = 'list-changes';

/** Attributes that submit a change, with or without scripts. */
const saying = (change: ListChange) =>
  ({ type: 'submit', form: CHANGES, name: 'change', value: writeChange(change) }) as const;

export function ChangeButton({ change, ...button }: { change: ListChange } & ButtonProps) {
  return <Button {...button} {...saying(change)} />;
}

/** A change in the menu of a row. */
export function MenuItem({ change, children }: { change: ListChange; children: string }) {
  return (
    <li>
      <button {...saying(change)}>{children}</button>
    </li>
  );
}
