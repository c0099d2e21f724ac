import { notify } from '#app/components/shell/dialogs.ts';
import { withQuery } from '#app/paths.ts';
import { filmText } from '#app/text/zh-hk/film.ts';

/** Shares or copies the link for watching together; whether that succeeded. */
export async function togetherLink(page: string, behindMs: number, part?: 'sound'): Promise<boolean> {
  const url = new URL(withQuery(page, { together: behindMs, part }), location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    notify(filmText.together.shared);
    return true;
  } catch {
    notify(filmText.together.failed, 'info');
    return false;
  }
}
