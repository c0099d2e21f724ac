import { useLayoutEffect, useRef, type RefObject } from 'react';

const focusRoom = (): void => document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });

/**
 * For a button, or a form, that its own press may take away or disable, such as that of a state which is over then, or of a
 * form that is empty then: if it had the focus, the room gets it. It would otherwise fall to the document, and the next key begin
 * before the navigation.
 */
export function useFocusHeir<Presser extends HTMLElement = HTMLButtonElement>(
  isDisabled = false,
): RefObject<Presser | null> {
  const presser = useRef<Presser>(null);
  const wasDisabled = useRef(isDisabled);
  useLayoutEffect(() => {
    const isNew = isDisabled && !wasDisabled.current;
    wasDisabled.current = isDisabled;
    const { activeElement: focused, body } = document;
    // A dialog that closes with it cannot give the focus back to it.
    if (isNew && (focused === presser.current || focused === body)) focusRoom();
  }, [isDisabled]);
  useLayoutEffect(() => {
    const own = presser.current;
    return () => {
      if (own === null || !own.contains(document.activeElement)) return;
      queueMicrotask(() => {
        // Unless a dialog or another room has taken it meanwhile.
        if (document.activeElement === document.body) focusRoom();
      });
    };
  }, []);
  return presser;
}
