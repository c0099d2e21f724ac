import { notify } from '#app/components/shell/dialogs.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { WHY_ANSWERED, type WhyTold } from './why-asked.ts';

/**
 * Opens the explanation; the dialog host handles the event. Its code is loaded first: an import that failed while rendering
 * would put the error view in place of the page.
 */
export async function askWhy(asked: WhyTold): Promise<void> {
  try {
    await import('./why-ad.tsx');
    dispatchEvent(new CustomEvent('airwave:why-ad', { detail: asked }));
  } catch {
    notify(shell.unreachable, 'info');
    dispatchEvent(new Event(WHY_ANSWERED));
  }
}
