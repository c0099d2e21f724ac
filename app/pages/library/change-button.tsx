import { Button, type ButtonProps } from '#app/ui/button.tsx';
import { writeChange, type ListChange } from './list-changes.ts';

/** The form of a list. Its buttons stand anywhere on the page, and each says its change by itself. */
export const CHANGES = 'list-changes';

/** What makes a button say a change, with scripts and without. */
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
