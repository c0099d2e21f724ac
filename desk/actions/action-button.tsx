import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { Button, type ButtonProps } from '#app/ui/button.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import type { Session } from '../session.ts';
import { ActionDialog } from './action-dialog.tsx';
import { useFocusHeir } from './use-focus-heir.ts';

export interface ActionButtonProps extends Pick<ButtonProps, 'tone' | 'size' | 'disabled'> {
  /** Name of the action, such as `orders.refund`. */
  action: string;
  input: object;
  words: string;
  /** Shown instead of the text. */
  icon?: IconName;
  /** The run that it undoes, if it is an undo. */
  undoOf?: string;
  /** Called when it is done; not if it awaits approval. */
  onDone?: (result: Record<string, unknown>) => void;
}

/** A button that shows what the action would change before it runs. Absent without its permission. */
export function ActionButton({ action, input, words, icon, undoOf, onDone, ...look }: ActionButtonProps) {
  const session = useRouteLoaderData<Session>('desk');
  const [isOpen, setOpen] = useState(false);
  const button = useFocusHeir(look.disabled ?? false);
  if (!session?.actions.includes(action)) return null;
  return (
    <>
      <Button ref={button} {...look} onClick={() => setOpen(true)}>
        {icon ? (
          <>
            <Icon name={icon} />
            <span className="vh">{words}</span>
          </>
        ) : (
          words
        )}
      </Button>
      {isOpen && (
        <ActionDialog
          action={action}
          input={input}
          words={words}
          undoOf={undoOf}
          onDone={onDone}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
