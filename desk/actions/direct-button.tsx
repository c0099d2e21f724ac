import { useState } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import type { Session } from '../session.ts';
import type { ActionButtonProps } from './action-button.tsx';
import { faultText } from './fault-text.ts';
import { runAction } from './run-action.ts';
import { showToast } from './toasts.ts';

/** A button that runs an action at once, for what is small and can be undone. Absent without its permission. */
export function DirectButton({ action, input, words, ...look }: Omit<ActionButtonProps, 'icon' | 'undoOf' | 'onDone'>) {
  const session = useRouteLoaderData<Session>('desk');
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  if (!session?.actions.includes(action)) return null;
  const run = async () => {
    setBusy(true);
    try {
      const reply = await runAction(action, input);
      showToast(deskText.act.done(words), reply.outcome === 'done' ? reply.undo : null);
    } catch (error) {
      showToast(faultText(error));
    }
    await revalidate();
    setBusy(false);
  };
  return (
    <Button {...look} disabled={isBusy || look.disabled} onClick={() => void run()}>
      {words}
    </Button>
  );
}
