/**
 * Input of a form that was submitted after the session ended: kept in this tab's memory until the member logs in again.
 */
const unsent = new Map<string, { memberId: number; values: Record<string, string> }>();

/** Visible fields without secrets. */
function writtenIn(form: HTMLFormElement): Record<string, string> {
  const written: Record<string, string> = {};
  for (const field of form.elements) {
    const isText = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (!isText || ['hidden', 'password', 'file'].includes(field.type)) continue;
    // A password shown as text is still a password.
    if (/password|code/.test(field.name)) continue;
    const isBox = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
    if (!isBox) written[field.name] = field.value;
    else if (field.checked) written[field.name] = field.value;
  }
  return written;
}

export function saveDraft(key: string, memberId: number, form: HTMLFormElement): void {
  unsent.set(key, { memberId, values: writtenIn(form) });
}

/** The server answered the form: nothing to keep. */
export const discardDraft = (key: string): boolean => unsent.delete(key);

/** Returns the draft to the same member only. */
export function draftOf(key: string, memberId: number): Record<string, string> | undefined {
  const kept = unsent.get(key);
  return kept?.memberId === memberId ? kept.values : undefined;
}

export const hasDrafts = (): boolean => unsent.size > 0;
