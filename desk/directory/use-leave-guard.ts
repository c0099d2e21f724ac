import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';

/** Asks before a page with unsaved changes is left by a link, the back button or the browser. */
export function useLeaveGuard(isChanged: boolean, mayLeave: () => boolean = () => false): void {
  useBlocker(() => isChanged && !mayLeave() && !confirm(directoryText.editor.leave));
  useEffect(() => {
    if (!isChanged) return undefined;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isChanged]);
}
