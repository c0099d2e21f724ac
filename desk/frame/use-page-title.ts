import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';

/** Sets the document title, and moves the focus to the room after a navigation, so that it is announced. */
export function usePageTitle(title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = deskText.title(title);
  }, [title]);
  // Not when only the title changes, as it does where a record is renamed: that would take the focus from the field.
  useEffect(() => {
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [pathname]);
}
