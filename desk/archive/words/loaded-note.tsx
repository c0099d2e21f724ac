import { archiveWordsText as text } from '#app/text/zh-hk/desk-archive-words.ts';
import { Button } from '#app/ui/button.tsx';
import styles from '../archive.module.css';

/** Shows that something is loading, or why it failed, with a retry. */
export function LoadedNote({ fault, retry }: { fault: string | null; retry: () => void }) {
  if (fault === null)
    return (
      <p role="status" className={styles.pad}>
        {text.loading}
      </p>
    );
  return (
    <div role="alert" className={styles.form}>
      <p>{fault}</p>
      <Button size="small" tone="outline" onClick={retry}>
        {text.retry}
      </Button>
    </div>
  );
}
