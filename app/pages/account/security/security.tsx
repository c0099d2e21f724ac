import { Form, useLoaderData, type MetaFunction } from 'react-router';
import { clearBeforeSubmit } from '#app/components/member/stored-downloads.ts';
import { paths } from '#app/paths.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { Button } from '#app/ui/button.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { AccountForm, DoneLine, useAccountForm, useTakenAway } from '#app/pages/account/account-form.tsx';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { OwnPassword } from './own-password.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';
import type { loader } from './security.server.ts';
import styles from '#app/pages/account/account.module.css';

export { action, loader } from './security.server.ts';

const text = accountText.security;
type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.memberSecurity(), text);

function SessionItem({
  session,
  proof,
  onEnded,
}: {
  session: Loaded['sessions'][number];
  proof: Loaded['proof'];
  onEnded: () => void;
}) {
  const thing = String(session.id);
  const { reply } = useAccountForm('endSession', thing);
  const device = session.device || text.unknown;
  return (
    <li className={styles.item}>
      <div>
        <b>{device}</b>{' '}
        {session.isCurrent && (
          <span className={styles.tag} data-good="">
            {text.current}
          </span>
        )}
        <p className={styles.meta}>
          <span>{text.seen(momentWords(session.seenAtMs))}</span>
          <span>{text.since(momentWords(session.createdAtMs))}</span>
          <span>{text.address(session.remoteIp, session.location)}</span>
        </p>
      </div>
      {session.isCurrent ? (
        // A full page load: nothing of the account stays in the tab.
        <Form method="post" reloadDocument onSubmit={clearBeforeSubmit}>
          <input type="hidden" name="intent" value="logOut" readOnly />
          <Button type="submit" tone="outline" size="small">
            {text.endThis}
          </Button>
        </Form>
      ) : (
        <details open={(reply && !reply.isDone) || undefined}>
          <summary className={styles.quiet}>
            {text.end}
            <span className="vh">{device}</span>
          </summary>
          <div className={styles.editor}>
            <AccountForm
              intent="endSession"
              thing={thing}
              submit={text.endOf(device)}
              tone="outline"
              proof={proof}
              onDone={onEnded}
            />
          </div>
        </details>
      )}
    </li>
  );
}

function Sessions({ sessions, proof }: Pick<Loaded, 'sessions' | 'proof'>) {
  const { reply } = useAccountForm('endOthers');
  const ended = useTakenAway('endSession');
  return (
    <section className={styles.section}>
      <SectionHeading>{text.sessions}</SectionHeading>
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} proof={proof} onEnded={ended.take} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div className={styles.boxed}>
          <AccountForm intent="endOthers" submit={text.endOthers} tone="outline" proof={proof} />
        </div>
      ) : (
        <p className={styles.lead}>{text.onlyThis}</p>
      )}
      <DoneLine isDone={reply?.isDone || ended.isTaken} words={reply?.isDone ? text.endedOthers : text.ended} />
    </section>
  );
}

function Events({ events }: Pick<Loaded, 'events'>) {
  return (
    <section className={styles.section}>
      <SectionHeading>{text.events}</SectionHeading>
      {events.length === 0 ? (
        <p>{text.noEvents}</p>
      ) : (
        <ul className={styles.rows}>
          {events.map(({ id, kind, device, remoteIp, location, atMs }) => (
            <li key={id} className={styles.item}>
              <div>
                <b>{text.eventKinds[kind]}</b>
                <p className={styles.meta}>
                  <time dateTime={new Date(atMs).toISOString()}>{momentWords(atMs)}</time>
                  <span>{device || text.unknown}</span>
                  <span>{text.address(remoteIp, location)}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.lead}>
        {text.notYou} <a href={`${paths.memberSecurity()}#password`}>{text.notYouDo}</a>
      </p>
    </section>
  );
}

export default function Security() {
  const { sessions, passkeys, events, proof, password } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{text.title}</h1>
      <OwnPassword password={password} />
      <OwnPasskeys passkeys={passkeys} proof={proof} />
      <Sessions sessions={sessions} proof={proof} />
      <Events events={events} />
    </>
  );
}
