import { useEffect, type RefObject } from 'react';
import { useBlocker } from 'react-router';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';

/** For every form with unsaved changes: whether it asks before its page is left. */
const guards = new Set<() => boolean>();

/** Whether a form of the page would lose what was typed. */
export const isUnsaved = (): boolean => [...guards].some((asks) => asks());

/** Asks before a page is left on which a form has unsaved changes. Once, in the frame: the router heeds a single blocker. */
export function useLeaveBlocker(): void {
  useBlocker(() => isUnsaved() && !confirm(directoryText.editor.leave));
}

/** Asks before a page with unsaved changes is left by a link, the back button or the browser, unless `isSaved` was set. */
export function useLeaveGuard(isChanged: boolean, isSaved?: RefObject<boolean>): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const asks = () => isSaved?.current !== true;
    const onLeave = (event: BeforeUnloadEvent) => {
      if (asks()) event.preventDefault();
    };
    guards.add(asks);
    addEventListener('beforeunload', onLeave);
    return () => {
      guards.delete(asks);
      removeEventListener('beforeunload', onLeave);
    };
  }, [isChanged, isSaved]);
}
