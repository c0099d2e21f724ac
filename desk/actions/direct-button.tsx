import { useState, type KeyboardEvent } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button, type ButtonProps } from '#app/ui/button.tsx';
import { CallError, isSessionOver } from '../call.ts';
import type { Session } from '../session.ts';
import type { ActionButtonProps } from './action-button.tsx';
import { faultText } from './fault-text.ts';
import { runAction } from './run-action.ts';
import { showFault, showToast } from './toasts.ts';
import { useFocusHeir } from './use-focus-heir.ts';

/** A button that runs an action at once, for what is small and can be undone or done again. Absent without its permission. */
export function DirectButton({
  action,
  input,
  words,
  onDone,
  ...look
}: Omit<ActionButtonProps, 'icon' | 'undoOf'> & Pick<ButtonProps, 'aria-label'>) {
  const session = useRouteLoaderData<Session>('desk');
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const button = useFocusHeir(look.disabled ?? false);
  if (!session?.actions.includes(action)) return null;
  // Enter that is held is one press: the button may do the opposite by now. Other keys, such as Tab, go on.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  const run = async () => {
    // Not disabled while it is busy: a disabled button loses the focus.
    if (isBusy) return;
    setBusy(true);
    try {
      const reply = await runAction(action, input);
      showToast(deskText.act.done(words), reply.outcome === 'done' ? reply.undo : null);
      if (reply.outcome === 'done') onDone?.(reply.result);
    } catch (error) {
      showFault(faultText(error));
      // Without a network, or a session, what is shown stays.
      if (isSessionOver(error) || (error instanceof CallError && error.status === 0)) return setBusy(false);
    }
    await revalidate();
    setBusy(false);
  };
  return (
    <Button ref={button} {...look} aria-busy={isBusy} onKeyDown={onKeyDown} onClick={() => void run()}>
      {words}
    </Button>
  );
}
