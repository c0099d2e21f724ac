import { useRef, useState } from 'react';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { Button } from '#app/ui/button.tsx';
import type { Invitee } from '#domain/invitations/guest-events.schema.ts';
import { MAX_OF_FILE, MAX_SEATS, SENT_ALONE } from '#domain/invitations/invitations.rules.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import { readGuestList, type GuestListFault } from './guest-list-file.ts';
import styles from '../money/money.module.css';

const { page: text } = invitationsText;
const MAX_BYTES = 200_000;

function faultWords({ kind, row }: GuestListFault): string {
  const words = text.importFaults;
  if (kind === 'seats') return words.seats(row, MAX_SEATS);
  if (kind === 'rows') return words.rows(MAX_OF_FILE);
  return words[kind](row);
}

/** Invites the people of a file. */
export function ImportPanel({ eventId }: { eventId: number }) {
  const input = useRef<HTMLInputElement>(null);
  const [people, setPeople] = useState<Invitee[]>([]);
  const [told, setTold] = useState('');
  const read = async (file: File | undefined) => {
    if (!file) return;
    setPeople([]);
    if (file.size > MAX_BYTES) return setTold(text.importFaults.tooLarge());
    const list = readGuestList(await file.text());
    if ('fault' in list) return setTold(faultWords(list.fault));
    setPeople(list.people);
    const isMany = list.people.length > SENT_ALONE;
    setTold(text.read(list.people.length) + (isMany ? text.second(SENT_ALONE) : ''));
  };
  return (
    <Panel title={text.importTitle}>
      <div className={styles.panelForm}>
        <p className={styles.small}>{text.importHint(MAX_OF_FILE)}</p>
        <Button tone="outline" onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={text.choose}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // The same file again is a change, too.
            target.value = '';
          }}
        />
        {people.length > 0 && (
          <ActionButton
            action="invitations.import"
            input={{ event_id: eventId, people }}
            words={text.importSend(people.length)}
            onDone={({ invited, known }) => {
              setPeople([]);
              setTold(text.imported(Number(invited), (known as string[]).length));
            }}
          />
        )}
        <p role="status">{told}</p>
      </div>
    </Panel>
  );
}
