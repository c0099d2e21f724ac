import { deskHelp, helpText } from '#app/text/zh-hk/desk-help.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Room } from '../frame/rooms.ts';
import styles from './help.module.css';

const keys = deskText.keys;
/** Size of the pictures, in pixels. */
const PICTURE = { width: 960, height: 722 };
/** URLs of the rooms' pictures, which tools/desk-manual.ts takes. */
const pictures = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** What the room is for, with its picture, and the keys of the desk. */
export function RoomHelp({ room, onClose }: { room: Room | undefined; onClose: () => void }) {
  const picture = room && pictures[`./pictures/${room.name}.webp`];
  return (
    <Dialog title={room ? helpText.title(room.words) : keys.title} onClose={onClose} closeLabel={keys.close}>
      {room && (
        <>
          <ul className={styles.lines}>
            {deskHelp[room.name].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {picture && (
            <img
              className={styles.picture}
              src={picture}
              alt={helpText.pictureOf(room.words)}
              width={PICTURE.width}
              height={PICTURE.height}
            />
          )}
          <h3 className={styles.title}>{keys.title}</h3>
        </>
      )}
      <dl className={styles.keys}>
        {keys.list.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
