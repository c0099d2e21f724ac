import { useState } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { faultText } from '../actions/fault-text.ts';
import { call, isSessionOver } from '../call.ts';
import { logInAgain } from '../entry/log-in-again.ts';
import type { DraftSync, SyncSnapshot } from './draft-sync.ts';

const text = wordsText.editor.preview;

/** Opens the page that the draft will have, by a link that others can be sent. */
export function PreviewButton({
  draftId,
  sync,
  faults,
}: { draftId: number; sync: DraftSync } & Pick<SyncSnapshot, 'faults'>) {
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault('');
    // Opened by the press itself: a browser blocks a window that comes after a call.
    const tab = window.open('about:blank', '_blank');
    try {
      await sync.flush();
      const { url } = await call<{ url: string }>(`/api/staff/drafts/${draftId}/preview`, {});
      if (tab === null) return setFault(text.failed);
      tab.opener = null;
      tab.location.replace(url);
    } catch (error) {
      // The log-in is asked for in this tab, and the window of its press is another one.
      tab?.close();
      if (isSessionOver(error) && (await logInAgain())) setFault(text.again);
      else setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button tone="outline" disabled={faults.length > 0} aria-busy={isBusy} onClick={() => void open()}>
        {text.open}
      </Button>
      <span role="alert">{fault}</span>
    </>
  );
}
