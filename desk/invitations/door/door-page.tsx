import { useEffect, useMemo, useState, type FormEvent } from 'react';
import { redirectDocument, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { DOOR_NAME_MAX } from '#domain/invitations/entrance.rules.ts';
import { deskPaths } from '../../desk-paths.ts';
import { Panel, RoomHead } from '../../frame/panel.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { DoublesList } from '../doubles-list.tsx';
import type { Comer } from '../guest-event-types.ts';
import { ComerRow } from './comer-row.tsx';
import { Scanner } from './scanner.tsx';
import { codeHashOf, parseTicketCode, doublesOf, knownComers, type KnownComer } from './tickets.ts';
import { useDoor, type Door } from './use-door.ts';
import { Verdict, type Outcome } from './verdict.tsx';
import styles from './door.module.css';

const text = invitationsText.door;

/** Always a document of its own: it alone may use the camera, and the service worker answers for it. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded && new URL(loaded.name).pathname !== pathname) throw redirectDocument(pathname);
  return null;
}

const withCode = <T extends Comer>(comers: readonly T[], hash: string): T | undefined =>
  comers.find(({ code_hashes: hashes }) => hashes.includes(hash));

/** Whether there is a network, and what waits for it. */
function Standing({ door: { connection, waiting, lost, kept } }: { door: Door }) {
  return (
    <div className={styles.standing} role="status" data-connection={connection}>
      <p>
        <Icon name={connection === 'online' ? 'check' : connection === 'starting' ? 'clock' : 'circle-alert'} />
        {text.connections[connection]}
        {waiting.length > 0 && ` ${text.waiting(waiting.length)}`}
        {connection === 'offline' && kept && ` ${text.listOf(kept.readAtMs)}`}
      </p>
      {connection === 'ended' && <a href={deskPaths.logIn(location.pathname)}>{text.logIn}</a>}
      {lost > 0 && <p>{text.lost(lost)}</p>}
    </div>
  );
}

function TypedCode({ onCode }: { onCode: (scanned: string) => void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    onCode(typed);
    setTyped('');
  };
  return (
    <form className={styles.field} onSubmit={submit}>
      <label htmlFor="typed-code">{text.typed}</label>
      <div>
        <input
          id="typed-code"
          value={typed}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">{text.check}</Button>
      </div>
    </form>
  );
}

/** The list of the door on a phone, with or without a network, or printed. Several doors work at once. */
export function Component() {
  const eventId = Number(useParams()['eventId']);
  const navigate = useNavigate();
  const door = useDoor(eventId);
  const { kept, waiting, connection } = door;
  const [asked, setAsked] = useState('');
  const [isScanning, setScanning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const comers = useMemo(() => knownComers(kept?.list.items ?? [], waiting), [kept, waiting]);
  const title = kept ? text.title(kept.list.title) : text.untitled;
  usePageTitle(title);
  const isNobody = kept === null && connection === 'ended';
  useEffect(() => {
    if (isNobody) void navigate(deskPaths.logIn(location.pathname), { replace: true });
  }, [isNobody, navigate]);

  const letIn = async (comer: KnownComer, seats: number) => {
    await door.record({ invitation_id: comer.invitation_id, seats });
    setOutcome({ kind: 'in', comer, seats });
  };
  const onCode = async (scanned: string) => {
    if (outcome !== null) return;
    const code = parseTicketCode(scanned);
    if (code === null) return setOutcome({ kind: 'unknown', words: text.noTicket });
    const hash = await codeHashOf(code);
    let comer = withCode(comers, hash);
    if (!comer) {
      // Answered or invited since the list was read.
      const list = await door.sync();
      comer = withCode(knownComers(list?.items ?? [], waiting), hash);
      if (!comer) return setOutcome({ kind: 'unknown', words: list ? text.notListed : text.notListedOffline });
    }
    const left = comer.seats - comer.arrived;
    if (left <= 0) return setOutcome({ kind: 'used', comer });
    if (left > 1) return setOutcome({ kind: 'choose', comer });
    return letIn(comer, 1);
  };
  const part = asked.trim().toLocaleLowerCase();
  const shown = comers.filter(({ given_name: name, guests }) =>
    [name, ...guests].some((one) => one.toLocaleLowerCase().includes(part)),
  );
  const sum = (of: (comer: KnownComer) => number) => comers.reduce((all, comer) => all + of(comer), 0);
  const doubles = doublesOf(comers);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <RoomHead
        title={title}
        note={text.note(
          sum(({ arrived }) => arrived),
          sum(({ seats }) => seats),
        )}
      >
        <p className={styles.links}>
          {/* A document of its own: no other page may use the camera. */}
          <a href={deskPaths.guestEvent(eventId)}>{text.back}</a>
          <a href={`/api/staff/guest-events/${eventId}/door.csv`} download>
            {text.csv}
          </a>
          <Button size="small" tone="outline" onClick={() => print()}>
            {text.print}
          </Button>
        </p>
      </RoomHead>
      <Standing door={door} />
      <div className={styles.tools}>
        <Button size="large" aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          <Icon name="camera" />
          {isScanning ? text.closeCamera : text.openCamera}
        </Button>
        {isScanning && <Scanner onCode={(scanned) => void onCode(scanned)} />}
        <TypedCode onCode={(scanned) => void onCode(scanned)} />
        <div className={styles.field}>
          <label htmlFor="door-name">{text.doorName}</label>
          <input
            id="door-name"
            value={door.name}
            maxLength={DOOR_NAME_MAX}
            onChange={({ target }) => door.rename(target.value)}
          />
        </div>
      </div>
      {doubles.length > 0 && (
        <Panel title={text.doubles} aside={<span>{text.doublesNote(doubles.length)}</span>}>
          <DoublesList
            doubles={doubles.map(({ invitation_id, given_name, seats, standing: scans }) => ({
              invitation_id,
              given_name,
              seats,
              scans,
            }))}
          />
        </Panel>
      )}
      <Panel title={text.people(sum(({ seats }) => seats))}>
        <div className={`${styles.field} ${styles.search}`}>
          <label htmlFor="door-search">{text.search}</label>
          <input
            id="door-search"
            type="search"
            value={asked}
            maxLength={60}
            onChange={({ target }) => setAsked(target.value)}
          />
        </div>
        {shown.length === 0 && (
          <p className={styles.empty}>
            {kept === null ? text.connections.starting : comers.length === 0 ? text.empty : text.noMatch}
          </p>
        )}
        <ul className={styles.list}>
          {shown.map((comer) => (
            <ComerRow
              key={comer.invitation_id}
              comer={comer}
              onIn={(seats) => void door.record({ invitation_id: comer.invitation_id, seats })}
              onUndo={(corrects) => void door.record({ invitation_id: comer.invitation_id, corrects })}
            />
          ))}
        </ul>
      </Panel>
      {outcome && (
        <Verdict
          key={outcome.kind}
          outcome={outcome}
          onChoose={(seats) => outcome.kind === 'choose' && void letIn(outcome.comer, seats)}
          onClose={() => setOutcome(null)}
        />
      )}
    </main>
  );
}
