import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';

/** Sets the document title, and after a navigation moves the focus to the room, so that it is announced, and to its beginning. */
export function usePageTitle(title: string): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    document.title = deskText.title(title);
  }, [title]);
  // Not when only the title changes, as it does where a record is renamed: that would take the focus from the field.
  // Before the room can be used: a key or text for one of its fields would be lost if the focus moved later.
  useLayoutEffect(() => {
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
    // Not where it goes back, as the browser knows the position, nor where a record that is saved gets its number.
    if (type === 'PUSH') scrollTo(0, 0);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname]);
}
