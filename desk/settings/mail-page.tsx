import { Link, useLoaderData, useParams } from 'react-router';
import { settingsText } from '#app/text/zh-hk/desk-settings.ts';
import { textFaults, type TextFault } from '#domain/mail/mail-texts.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { DirectButton } from '../actions/direct-button.tsx';
import { deskPaths } from '../desk-paths.ts';
import { RecordEditor } from '../directory/record-editor.tsx';
import { useRecord } from '../directory/use-record.ts';
import { NotFoundPage } from '../frame/not-found-page.tsx';
import type { loadMails, StationMail, Text } from './load-settings.ts';
import { MailPreview } from './mail-preview.tsx';
import { SettingsHead } from './settings-head.tsx';
import styles from './settings.module.css';

const text = settingsText.mails;

/** Paragraphs as they are stored: an empty line that is being typed is none. */
const whole = ({ subject, paragraphs }: Text): Text => ({
  subject: subject.trim(),
  paragraphs: paragraphs.map((words) => words.trim()).filter((words) => words !== ''),
});

const faultText = (fault: TextFault): string => text.faults[fault.fault]('name' in fault ? fault.name : '');

/** A mail whose words staff may change. */
function EditableMail({ mail, code, now }: { mail: StationMail; code: Text; now: Text }) {
  const { key, revision, placeholders, changed_by: by } = mail;
  const name = text.names[key] ?? key;
  const record = useRecord<Text>(
    { fields: now, revision },
    { action: 'mails.save', words: name, input: (fields, base) => ({ key, ...whole(fields), base }) },
  );
  const { fields } = record;
  const faults = textFaults(code, whole(fields));
  return (
    <>
      <RecordEditor<Text>
        record={record}
        title={text.text}
        names={{ subject: text.subject, paragraphs: text.paragraphs }}
        shown={(_field, value) => (Array.isArray(value) ? value.join('\n\n') : String(value))}
        isNew={false}
        mayEdit
        saving={text.saving}
      >
        <label className={styles.field}>
          {text.subject}
          <input value={fields.subject} onChange={({ target }) => record.edit({ subject: target.value })} />
        </label>
        <label className={styles.field}>
          {text.paragraphs}
          <textarea
            rows={10}
            value={fields.paragraphs.join('\n\n')}
            onChange={({ target }) => record.edit({ paragraphs: target.value.split('\n\n') })}
          />
        </label>
        <p className={styles.quiet}>
          {placeholders.length === 0
            ? text.noPlaceholders
            : text.placeholders(placeholders.map((one) => `{${one}}`).join(' '))}
        </p>
        <p className={styles.quiet}>{text.fixedParts}</p>
        <div role="alert">
          {faults.length > 0 && (
            <ul className={styles.faults}>
              {faults.map((fault) => (
                <li key={faultText(fault)}>{faultText(fault)}</li>
              ))}
            </ul>
          )}
        </div>
        <p className={styles.acts}>
          <DirectButton
            action="mails.send-sample"
            input={{ key, text: whole(fields) }}
            words={text.send}
            tone="outline"
            disabled={faults.length > 0}
          />
          {by !== null && (
            <ActionButton
              action="mails.revert"
              input={{ key, base: revision }}
              words={text.revert}
              tone="outline"
              disabled={record.isChanged}
            />
          )}
        </p>
      </RecordEditor>
      <MailPreview mailKey={key} name={name} text={whole(fields)} isFit={faults.length === 0} />
    </>
  );
}

/** One mail: its words, and how it looks. */
export function MailPage() {
  const { items } = useLoaderData<typeof loadMails>();
  const { key = '' } = useParams();
  const mail = items.find((one) => one.key === key);
  if (!mail) return <NotFoundPage />;
  const name = text.names[key] ?? key;
  return (
    <>
      <SettingsHead page={name} note={mail.is_editable ? text.sample : text.fixed} />
      <p className={styles.back}>
        <Link to={deskPaths.settingsMails()}>{text.back}</Link>
      </p>
      {mail.code !== null && mail.text !== null ? (
        <EditableMail key={key} mail={mail} code={mail.code} now={mail.text} />
      ) : (
        <MailPreview mailKey={key} name={name} text={null} isFit />
      )}
    </>
  );
}
