import { notify } from '#app/components/shell/dialogs.ts';
import { articleText } from '#app/text/zh-hk/article.ts';

/** Copies a URL to the clipboard and reports the result. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notify(articleText.copied);
  } catch {
    notify(articleText.copyFailed, 'info');
  }
}
