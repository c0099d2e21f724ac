import { useLoaderData, type MetaFunction } from 'react-router';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { calls, paths } from '#app/paths.ts';
import { accountText } from '#app/text/zh-hk/account.ts';
import { consentText } from '#app/text/zh-hk/consent.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { AccountForm, DoneLine, useAccountForm } from './account-form.tsx';
import type { loader } from './data.server.ts';
import { ownMeta } from './own-meta.ts';
import { StateTag } from './state-tag.tsx';
import fields from '#app/forms/form.module.css';
import styles from './account.module.css';

export { action, loader } from './data.server.ts';

const text = accountText.data;
type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, paths.memberData(), text);

function Consents({ consents }: Pick<Loaded, 'consents'>) {
  if (consents.length === 0) return <p>{text.noConsents}</p>;
  return (
    <ul className={styles.rows}>
      {consents.map(({ id, kind, isGiven, wording, atMs }) => (
        <li key={id} className={styles.item}>
          <div>
            <b>{text.consentKinds[kind]}</b>
            <p className={styles.meta}>
              <time dateTime={new Date(atMs).toISOString()}>{momentWords(atMs)}</time>
              <span>{text.wording(wording)}</span>
            </p>
          </div>
          <StateTag isGood={isGiven} words={[text.given, text.takenBack]} />
        </li>
      ))}
    </ul>
  );
}

function Leave({ eraseAtMs, graceDays, proof }: Pick<Loaded, 'eraseAtMs' | 'graceDays' | 'proof'>) {
  const left = useAccountForm('leave').reply;
  const stayed = useAccountForm('stay').reply;
  // The pressed button goes with its form.
  useFocusOn(eraseAtMs, { to: '#leave' });
  return (
    <section id="leave" tabIndex={-1} aria-labelledby="leave-title" className={styles.section}>
      <SectionHeading id="leave-title">{eraseAtMs === null ? text.leave : text.leavingTitle}</SectionHeading>
      {eraseAtMs === null ? (
        <>
          <p>{text.leaveLead(graceDays)}</p>
          <details open={(left && !left.isDone) || undefined}>
            <summary className={styles.opener}>{text.leaveOpen}</summary>
            <div className={styles.editor}>
              <AccountForm intent="leave" submit={text.leaveConfirm} tone="danger" proof={proof} />
            </div>
          </details>
          <DoneLine isDone={stayed?.isDone} words={text.stayDone} />
        </>
      ) : (
        <>
          <DoneLine isDone={left?.isDone} words={text.leaveDone} />
          <p className={styles.lead}>{text.leaving(momentWords(eraseAtMs))}</p>
          <AccountForm intent="stay" submit={text.stay} />
        </>
      )}
    </section>
  );
}

export default function OwnData() {
  const { consents, ...rest } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{text.title}</h1>
      <section className={styles.section}>
        <SectionHeading>{text.export}</SectionHeading>
        <p>{text.exportLead}</p>
        <p className={fields.buttons} data-buttons="">
          <ButtonLink href={calls.personalDataPage()} download>
            <Icon name="download" />
            {text.exportPage}
          </ButtonLink>
          <ButtonLink tone="outline" href={calls.personalData()} download>
            <Icon name="download" />
            {text.exportJson}
          </ButtonLink>
        </p>
        <p className={styles.lead}>
          {text.correct} <a href={paths.userInfo()}>{text.correctDo}</a>
        </p>
      </section>
      <section className={styles.section}>
        <SectionHeading>{text.consents}</SectionHeading>
        <Consents consents={consents} />
      </section>
      <section className={styles.section}>
        <SectionHeading>{consentText.title}</SectionHeading>
        <p>{consentText.dataLead}</p>
        <p className={fields.buttons} data-buttons="">
          <Button tone="outline" aria-haspopup="dialog" data-cookie-settings="">
            {consentText.dataOpen}
          </Button>
        </p>
      </section>
      <Leave {...rest} />
    </>
  );
}
