import { useLoaderData, type MetaFunction } from 'react-router';
import { notify } from '#app/components/shell/dialogs.ts';
import { ChoiceField } from '#app/forms/choice-fields.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import fields from '#app/forms/form.module.css';
import { AccountForm, DoneLine, useAccountForm, useTakenAway } from '#app/pages/account/account-form.tsx';
import account from '#app/pages/account/account.module.css';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { dayWords } from '#app/text/zh-hk/account.ts';
import { momentWords } from '#app/text/zh-hk/moment.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { podcastText } from '#app/text/zh-hk/podcasts.ts';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { Button } from '#app/ui/button.tsx';
import { isHydrated } from '#app/ui/is-hydrated.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { PODCAST_FORMS } from '#domain/podcasts/podcasts.rules.ts';
import type { loader } from './podcasts.server.ts';
import styles from './podcasts.module.css';

export { action, loader } from './podcasts.server.ts';

const text = podcastText;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  ownMeta(loaderData, paths.memberPodcasts(), libraryText.lists.podcast);

type Feed = Awaited<ReturnType<typeof loader>>['feeds'][number];

/** There is always a selection: without a programme it is all favourites. */
const CHOSEN = { ...PODCAST_FORMS.make.program_id, isRequired: true };

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    notify(text.copied);
  } catch {
    notify(text.copyFailed, 'info');
  }
}

/** URL of a feed, in the reply to the press that created it: it cannot be shown again. */
function NewAddress({ id, told }: { id: string; told: Record<string, unknown> | undefined }) {
  const address = typeof told?.['address'] === 'string' ? told['address'] : '';
  return (
    <div role="status">
      {address && (
        <div className={`${account.boxed} ${styles.address}`}>
          <b>{text.isThere}</b>
          <div className={fields.field}>
            <label htmlFor={id}>{text.address}</label>
            <input
              id={id}
              className={fields.input}
              value={address}
              readOnly
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </div>
          {isHydrated() && (
            <Button tone="outline" onClick={() => void copy(address)}>
              {text.copy}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function FeedItem({ feed, onRevoked }: { feed: Feed; onRevoked: () => void }) {
  const thing = String(feed.id);
  const renamed = useAccountForm('rename', thing).reply;
  const renewed = useAccountForm('renew', thing).reply;
  const revoked = useAccountForm('revoke', thing).reply;
  const isRefused = [renamed, renewed, revoked].some((reply) => reply && !reply.isDone);
  return (
    <li className={account.item}>
      <div>
        <b>{feed.name}</b>
        <p className={account.meta}>
          <span>{feed.programTitle ?? text.favourites}</span>
          <span>{text.qualities.find(([value]) => value === String(feed.quality))?.[1]}</span>
          <span>{feed.usedAtMs === null ? text.unused : text.used(momentWords(feed.usedAtMs))}</span>
          <span>{text.made(dayWords(feed.createdAtMs))}</span>
        </p>
      </div>
      <details open={isRefused || undefined}>
        <summary className={account.quiet}>
          {text.manage} <span className="vh">{feed.name}</span>
        </summary>
        <div className={account.editor}>
          <AccountForm
            key={feed.name}
            intent="rename"
            rules={PODCAST_FORMS.rename}
            thing={thing}
            values={{ name: feed.name }}
            submit={text.rename}
          >
            {(state) => <FormField state={state} name="name" label={text.name} isCounted />}
          </AccountForm>
          <AccountForm
            intent="renew"
            thing={thing}
            tone="outline"
            submit={text.renew}
            label={text.renewOf(feed.name)}
          />
          <AccountForm
            intent="revoke"
            thing={thing}
            tone="danger"
            submit={text.revoke}
            label={text.revokeOf(feed.name)}
            onDone={onRevoked}
          />
        </div>
      </details>
      <DoneLine isDone={renamed?.isDone} words={text.renamed} />
      <NewAddress id={`renewed-${thing}`} told={renewed?.told} />
    </li>
  );
}

function MakeFeed({ isFull }: { isFull: boolean }) {
  const { most, programs } = useLoaderData<typeof loader>();
  const { reply } = useAccountForm('make');
  return (
    <section className={account.section}>
      <SectionHeading>{text.add}</SectionHeading>
      <NewAddress id="made" told={reply?.told} />
      {isFull ? (
        <p className={account.lead}>{text.full(most)}</p>
      ) : (
        <AccountForm intent="make" rules={PODCAST_FORMS.make} values={{ quality: '11' }} submit={text.add}>
          {(state) => (
            <>
              <FormField state={state} name="name" label={text.name} hint={text.nameHint} />
              <FormField state={state} name="program_id" rule={CHOSEN} label={text.program}>
                <option value="">{text.favourites}</option>
                {programs.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </FormField>
              <ChoiceField state={state} name="quality" label={text.qualityLabel} choices={text.qualities} />
            </>
          )}
        </AccountForm>
      )}
    </section>
  );
}

/** Replays in podcast apps: a member's feeds. */
export default function Podcasts() {
  const { feeds, most } = useLoaderData<typeof loader>();
  const revoked = useTakenAway('revoke');
  return (
    <>
      <h2 className="vh">{libraryText.lists.podcast.title}</h2>
      <div className={styles.about}>
        <p className={account.lead}>{text.lead}</p>
        <p className={account.lead}>{text.secret}</p>
      </div>
      <section className={account.section}>
        <SectionHeading>{text.mine}</SectionHeading>
        {feeds.length === 0 ? (
          <EmptyState heading="h3" title={text.none} words={text.noneWords} />
        ) : (
          <ul className={account.rows}>
            {feeds.map((feed) => (
              <FeedItem key={feed.id} feed={feed} onRevoked={revoked.take} />
            ))}
          </ul>
        )}
        <DoneLine isDone={revoked.isTaken} words={text.revoked} />
      </section>
      <MakeFeed isFull={feeds.length >= most} />
    </>
  );
}
