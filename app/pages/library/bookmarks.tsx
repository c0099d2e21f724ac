import type { FormEvent } from 'react';
import { Form, useLoaderData, type MetaFunction } from 'react-router';
import { PlaySection } from '#app/components/library/play-section.tsx';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { Button } from '#app/ui/button.tsx';
import { NOTE_LETTERS } from '#domain/library/library.rules.ts';
import type { loader } from './bookmarks.server.ts';
import { ChangeButton } from './lists/change-button.tsx';
import { writeChange, type ListChange } from './lists/list-changes.ts';
import { ListPage } from './lists/list-page.tsx';
import { MoveMenu, saidOfMove } from './lists/move-menu.tsx';
import { Grip, SectionRow } from './lists/section-row.tsx';
import { TickBox } from './lists/tick-bar.tsx';
import { useListChanges } from './lists/use-list-changes.ts';
import { useReorder } from './lists/use-reorder.ts';
import { useTicks } from './lists/use-ticks.ts';
import rows from './lists/list-row.module.css';
import styles from './library.module.css';

export { action, loader } from './bookmarks.server.ts';

const text = libraryText;
type Marked = Awaited<ReturnType<typeof loader>>['items'][number];

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.memberBookmarks(), text.lists.bookmark);

/** The transcript, and the member's note on it. */
function NoteOf({
  item: { id, note, words },
  name,
  send,
}: {
  item: Marked;
  name: string;
  send: (change: ListChange) => void;
}) {
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = new FormData(event.currentTarget).get('note');
    send({ kind: 'note', id, note: typeof written === 'string' ? written : '' });
    const editor = event.currentTarget.closest('details');
    editor?.removeAttribute('open');
    editor?.querySelector('summary')?.focus();
  };
  return (
    <div className={rows.marked}>
      {words && <q>{words}</q>}
      {note && <p className={rows.noteText}>{note}</p>}
      <details>
        <summary aria-label={text.named(text.note, name)}>{text.note}</summary>
        <Form method="post" onSubmit={save}>
          <input type="hidden" name="change" value={writeChange({ kind: 'note', id, note: '' })} readOnly />
          <label>
            {text.noteLabel}
            <textarea key={note} name="note" rows={3} maxLength={NOTE_LETTERS} defaultValue={note} />
          </label>
          <Button type="submit" tone="outline" size="small">
            {text.saveNote}
          </Button>
        </Form>
      </details>
    </div>
  );
}

/** With their moments, as one section may have several. */
const withNames = (items: readonly Marked[]) => items.map((item) => ({ item, name: text.named(item.name, item.into) }));

/** Moments bookmarked by a member, each with its transcript and a note. */
export default function Bookmarks() {
  const { items } = useLoaderData<typeof loader>();
  const changes = useListChanges(items);
  const { shown, send } = changes;
  const { gripOf, marksOf, moved } = useReorder(shown, send);
  const ticks = useTicks(shown, (ids) => send({ kind: 'remove', ids }));
  return (
    <ListPage
      list="bookmark"
      changes={changes}
      ticks={ticks}
      rows={shown.length}
      hasGrips
      isEmpty={shown.length === 0}
      said={saidOfMove(shown, moved)}
      tools={
        <>
          <p className={styles.count}>
            <b>{text.bookmarks(shown.length)}</b>
          </p>
          <ChangeButton tone="quiet" size="small" change={{ kind: 'clear' }}>
            {text.clear.bookmark}
          </ChangeButton>
        </>
      }
    >
      <p id="grip-help" className={styles.help}>
        {text.gripHelp}
      </p>
      <ol className={rows.rows} data-list="">
        {withNames(shown).map(({ item, name }, at) => (
          <SectionRow
            key={item.id}
            {...marksOf(item.id)}
            view={{ ...item, state: item.isEnded ? item.state : item.into }}
            lead={
              <>
                <Grip name={name} aria-describedby="grip-help" {...gripOf(item.id)} />
                <TickBox id={item.id} name={name} ticks={ticks} />
              </>
            }
            acts={
              <>
                {!item.isEnded && <PlaySection sectionId={item.sectionId} name={name} atMs={item.atMs} />}
                <MoveMenu list="bookmark" items={shown} at={at} name={name} />
              </>
            }
          >
            <NoteOf item={item} name={name} send={send} />
          </SectionRow>
        ))}
      </ol>
    </ListPage>
  );
}
