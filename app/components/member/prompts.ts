import { calls } from '#app/paths.ts';
import { prompts } from '#app/text/zh-hk/dialogs.ts';
import { confirm, showTutorial } from '#app/components/shell/dialogs.ts';
import { callAsMember } from './member-call.ts';

/** Prompts requested by the first data about a member. */
export interface PromptFlags {
  show_card_expiring?: boolean;
  show_boc_reminder?: boolean;
  show_archive_tutorial?: boolean;
}

/** Its code is loaded first: an import that failed while rendering would put the error view in place of the page. */
async function openTutorial(): Promise<void> {
  await import('./archive-tutorial.tsx');
  showTutorial(() => void markTutorialRead());
}

async function markTutorialRead(): Promise<void> {
  // If the call fails, the tour is shown once more; nothing else depends on it.
  await callAsMember(calls.markTutorialRead(), { method: 'POST' });
}

/** Shows the requested prompts in turn: those about money first, the tour last. */
export function openPrompts(flags: PromptFlags, { changeCard }: { changeCard: () => void }): void {
  const later = { words: prompts.later, tone: 'quiet' } as const;
  if (flags.show_card_expiring)
    confirm({ ...prompts.cardExpiring, buttons: [later, { words: prompts.changeCard, action: changeCard }] });
  if (flags.show_boc_reminder) confirm({ ...prompts.bocReminder, buttons: [{ words: prompts.understood }] });
  // Without network it is shown in the next tab.
  if (flags.show_archive_tutorial) void openTutorial().catch(() => undefined);
}
