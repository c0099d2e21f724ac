import { deskText } from '#app/text/zh-hk/desk.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import styles from './palette.module.css';

const text = deskText.keys;

/** The keys of the desk. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={text.title} onClose={onClose} closeLabel={text.close}>
      <dl className={styles.keys}>
        {text.list.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
