import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useMember } from '#app/components/frame/member-state.ts';

/** Where its scripts cannot be had, a press does nothing. */
const left = (): void => undefined;

/**
 * Hears the buttons of lists wherever they stand, also in what of a page is left as the server made it, and shows those that
 * add to who may. What they do comes with the first press, and for who has a plan.
 */
export function ListPresses({ pricing }: { pricing: string }): null {
  const navigate = useNavigate();
  const mayAdd = useMember()?.allowed_to_add_to_playlist === true;
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>('[data-add],[data-favourite]');
      if (button === null) return;
      const where = { pricing, go: (path: string) => void navigate(path) };
      void import('./list-press.ts').then(({ press }) => press(button.dataset, where), left);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate, pricing]);
  useEffect(() => {
    if (!mayAdd) return;
    const root = document.documentElement;
    root.dataset.mayAdd = '';
    let isOver = false;
    let stop = left;
    void import('./list-press.ts').then(({ paintFavourites }) => {
      if (!isOver) stop = paintFavourites();
    }, left);
    return () => {
      isOver = true;
      stop();
      delete root.dataset.mayAdd;
    };
  }, [mayAdd]);
  return null;
}
