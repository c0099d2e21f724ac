import { useState } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { call } from '../call.ts';
import type { DraftSync, SyncSnapshot } from './draft-sync.ts';

const text = wordsText.editor.preview;

/** Opens the page that the draft will have, by a link that others can be sent. */
export function PreviewButton({
  draftId,
  sync,
  faults,
}: { draftId: number; sync: DraftSync } & Pick<SyncSnapshot, 'faults'>) {
  const [hasFailed, setFailed] = useState(false);
  const open = async () => {
    // Opened by the press itself: a browser blocks a window that comes after a call.
    const tab = window.open('about:blank', '_blank');
    try {
      await sync.flush();
      const { url } = await call<{ url: string }>(`/api/staff/drafts/${draftId}/preview`, {});
      setFailed(tab === null);
      if (tab) {
        tab.opener = null;
        tab.location.replace(url);
      }
    } catch {
      tab?.close();
      setFailed(true);
    }
  };
  return (
    <>
      <Button tone="outline" disabled={faults.length > 0} onClick={() => void open()}>
        {text.open}
      </Button>
      <span role="alert">{hasFailed && text.failed}</span>
    </>
  );
}
