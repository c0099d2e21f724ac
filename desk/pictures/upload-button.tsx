import { useRef, useState } from 'react';
import { picturesText as text } from '#app/text/zh-hk/desk-pictures.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_UPLOAD_BYTES } from '#domain/pictures/pictures.rules.ts';
import { faultText } from '../actions/fault-text.ts';
import { showToast } from '../actions/toasts.ts';
import { CallError, upload } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';
import styles from './pictures.module.css';

function uploadFaultText(error: unknown): string {
  const detail = error instanceof CallError ? error.detail : null;
  const { reason = '' } = (typeof detail === 'object' ? (detail ?? {}) : {}) as { reason?: string };
  const tooLarge = error instanceof CallError && error.status === 413 ? 'too-large' : '';
  return text.refusals[reason || tooLarge] ?? faultText(error);
}

/** Chooses a file, uploads it, and passes on the number of its picture. */
export function UploadButton({ onDone }: { onDone: (pictureId: number) => Promise<unknown> | void }) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setFault('');
    if (file.size > MAX_UPLOAD_BYTES) return setFault(text.refusals['too-large']!);
    setBusy(true);
    try {
      const reply = await pressed(() => upload<{ picture_id: number; is_new: boolean }>('/api/staff/pictures', file));
      if (!reply.is_new) showToast(text.known);
      await onDone(reply.picture_id);
    } catch (error) {
      setFault(uploadFaultText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.upload}>
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? text.uploading : text.upload}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text.upload}
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          void send(target.files?.[0]);
          // The same file again is a change, too.
          target.value = '';
        }}
      />
      <p>{text.uploadHint}</p>
      <p role="alert">{fault}</p>
    </div>
  );
}
