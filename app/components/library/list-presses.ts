import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useMember } from '#app/components/frame/member-state.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { shell } from '#app/text/zh-hk/shell.ts';

const none = (): void => undefined;

/**
 * Handles the list buttons anywhere on a page, also in HTML that is never hydrated, and shows the add buttons to
 * members who may add. Their code is loaded on the first press, and for subscribers.
 */
export function ListPresses({ pricing }: { pricing: string }): null {
  const navigate = useNavigate();
  const mayAdd = useMember()?.allowed_to_add_to_playlist === true;
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>('[data-add],[data-favourite]');
      if (button === null) return;
      const where = { pricing, go: (path: string) => void navigate(path) };
      void import('./list-press.ts')
        .then(({ press }) => press(button.dataset, where))
        .catch(() => notify(shell.unreachable, 'info'));
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate, pricing]);
  useEffect(() => {
    if (!mayAdd) return;
    const root = document.documentElement;
    root.dataset.mayAdd = '';
    let isOver = false;
    let stop = none;
    void import('./list-press.ts')
      .then(({ paintFavourites }) => {
        if (!isOver) stop = paintFavourites();
      })
      .catch(none);
    return () => {
      isOver = true;
      stop();
      delete root.dataset.mayAdd;
    };
  }, [mayAdd]);
  return null;
}
