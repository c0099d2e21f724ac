import { Link, useLoaderData, useRouteLoaderData } from 'react-router';
import { settingsText } from '#app/text/zh-hk/desk-settings.ts';
import { MAX_NOTE } from '#domain/settings/settings.rules.ts';
import { useMay } from '../actions/use-may.ts';
import { deskPaths } from '../desk-paths.ts';
import { RecordEditor } from '../directory/record-editor.tsx';
import { useRecord } from '../directory/use-record.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import type { loadSettings, Note } from './load-settings.ts';
import { SettingsHead } from './settings-head.tsx';
import styles from './settings.module.css';

const text = settingsText.notes;

/** Words above one form. */
function NoteForm({ note: { key, value, revision } }: { note: Note }) {
  const mayEdit = useMay('settings.note');
  const name = text.names[key] ?? key;
  const record = useRecord(
    { fields: { value }, revision },
    { action: 'settings.note', words: name, input: (fields, base) => ({ key, value: fields.value.trim(), base }) },
  );
  return (
    <RecordEditor
      record={record}
      title={name}
      names={{ value: text.words }}
      shown={(_name, shown) => String(shown)}
      isNew={false}
      mayEdit={mayEdit}
    >
      <label className={styles.field}>
        {text.words}
        <textarea
          rows={3}
          maxLength={MAX_NOTE}
          value={record.fields.value}
          readOnly={!mayEdit}
          onChange={({ target }) => record.edit({ value: target.value })}
        />
        <small>{text.left(record.fields.value.length, MAX_NOTE)}</small>
      </label>
    </RecordEditor>
  );
}

/** Texts above forms, and links to prices and pages, which have rooms of their own. */
export function NotesPage() {
  const { notes } = useLoaderData<typeof loadSettings>();
  const permissions = useRouteLoaderData<Session>('desk')?.permissions ?? [];
  return (
    <>
      <SettingsHead page={settingsText.tabs.notes} note={text.note} />
      <Panel title={text.prices}>
        <p className={styles.pad}>
          {text.pricesNote} {permissions.includes('money.see') && <Link to={deskPaths.plans()}>{text.toPrices}</Link>}
        </p>
      </Panel>
      <Panel title={text.pages}>
        <p className={styles.pad}>
          {text.pagesNote}{' '}
          {permissions.includes('pages.edit') && <Link to={deskPaths.staticPages()}>{text.toPages}</Link>}
        </p>
      </Panel>
      {notes.map((note) => (
        <NoteForm key={note.key} note={note} />
      ))}
    </>
  );
}
