import { archiveSoundText } from '#app/text/zh-hk/desk-archive-sound.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PART_TITLE_CHARS } from '#domain/archive/cutting/edited-broadcast.rules.ts';
import { archiveText } from '#app/text/zh-hk/desk-archive.ts';
import { clockTime, lengthText } from '../broadcast-text.ts';
import type { Draft, useDraft } from './use-draft.ts';
import styles from './sound.module.css';

const { parts: text, untitled } = archiveSoundText;

/** The parts of a broadcast with their names. */
export function PartsTable({
  draft: { parts, endMs },
  edit,
  mayEdit,
  onSeek,
}: {
  draft: Draft;
  edit: ReturnType<typeof useDraft>['edit'];
  mayEdit: boolean;
  onSeek: (atMs: number) => void;
}) {
  return (
    <table className={styles.parts}>
      <thead>
        <tr>
          <th scope="col">{text.no}</th>
          <th scope="col">{text.name}</th>
          <th scope="col">{text.from}</th>
          <th scope="col">{text.to}</th>
          <th scope="col">{text.length}</th>
          <th scope="col">{text.source}</th>
          <th scope="col">
            <span className="vh">{text.acts}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ key, startMs, title, source }, i) => {
          const end = parts[i + 1]?.startMs ?? endMs;
          const no = i + 1;
          const isFixed = !mayEdit || source === 'studio';
          return (
            <tr key={key}>
              <th scope="row">{archiveText.broadcast.section(no)}</th>
              <td>
                {isFixed ? (
                  title || untitled
                ) : (
                  <input
                    aria-label={text.nameOf(no)}
                    value={title}
                    maxLength={PART_TITLE_CHARS}
                    placeholder={untitled}
                    onChange={({ target }) => edit.rename(key, target.value)}
                  />
                )}
              </td>
              <td data-label={text.from}>{clockTime(startMs, { seconds: true })}</td>
              <td data-label={text.to}>{clockTime(end, { seconds: true })}</td>
              <td data-label={text.length}>{lengthText(end - startMs)}</td>
              <td data-label={text.source}>{text.sources[source]}</td>
              <td className={styles.acts}>
                <Button size="small" tone="outline" aria-label={text.hear(no)} onClick={() => onSeek(startMs)}>
                  <Icon name="play" />
                </Button>
                {i > 0 && !isFixed && (
                  <Button size="small" tone="outline" aria-label={text.remove(no)} onClick={() => edit.remove(key)}>
                    <Icon name="x" />
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
