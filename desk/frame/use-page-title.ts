import { useEffect } from 'react';
import { deskText } from '#app/text/zh-hk/desk.ts';

/** Sets the document title, and moves the focus to the room after a navigation, so that it is announced. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = deskText.title(title);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [title]);
}
