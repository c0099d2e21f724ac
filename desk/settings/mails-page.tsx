import { Link, useLoaderData } from 'react-router';
import { settingsText } from '#app/text/zh-hk/desk-settings.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { loadMails, StationMail } from './load-settings.ts';
import { momentText, SettingsHead } from './settings-head.tsx';
import styles from './settings.module.css';

const text = settingsText.mails;

function MailList({ mails }: { mails: readonly StationMail[] }) {
  return (
    <ul className={styles.list}>
      {mails.map(({ key, text: now, changed_by: by, changed_ts: at }) => (
        <li key={key}>
          <div className={styles.line}>
            <Link to={deskPaths.settingsMail(key)}>{text.names[key] ?? key}</Link>
            {by !== null && at !== null && (
              <span className={styles.state} data-off>
                {`${text.changed}　${settingsText.changed(by, momentText(at))}`}
              </span>
            )}
          </div>
          {now && <p className={styles.quiet}>{now.subject}</p>}
        </li>
      ))}
    </ul>
  );
}

/** Every mail of the station. */
export function MailsPage() {
  const { items } = useLoaderData<typeof loadMails>();
  const editable = items.filter((mail) => mail.is_editable);
  const fixed = items.filter((mail) => !mail.is_editable);
  return (
    <>
      <SettingsHead page={settingsText.tabs.mails} note={text.note} />
      <Panel title={text.editable(editable.length)}>
        <MailList mails={editable} />
      </Panel>
      <Panel title={text.fixedTitle(fixed.length)}>
        <MailList mails={fixed} />
      </Panel>
    </>
  );
}
