/** The trimmed text of a field of a submitted form; empty if there is none. */
export function formText(form: HTMLFormElement, name: string): string {
  const given = new FormData(form).get(name);
  return typeof given === 'string' ? given.trim() : '';
}
