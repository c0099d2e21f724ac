import { useLoaderData, type MetaFunction } from 'react-router';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { notify } from '#app/components/shell/dialogs.ts';
import { linkTo } from '#app/components/shell/outside-link.ts';
import fields from '#app/forms/form.module.css';
import { AccountForm, DoneLine, useAccountForm, useTakenAway } from '#app/pages/account/account-form.tsx';
import styles from '#app/pages/account/account.module.css';
import { ownMeta } from '#app/pages/account/own-meta.ts';
import { paths } from '#app/paths.ts';
import { replaySalePaths } from '#app/replay-sale-paths.ts';
import { dayWords } from '#app/text/zh-hk/account.ts';
import { replayGiftsText as text } from '#app/text/zh-hk/replay-gifts.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { isHydrated } from '#app/ui/is-hydrated.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { loader } from './replay-gifts.server.ts';

export { action, loader } from './replay-gifts.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => ownMeta(loaderData, replaySalePaths.gifts(), text);

type Data = Awaited<ReturnType<typeof loader>>;

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    notify(text.copied);
  } catch {
    notify(text.copyFailed, 'info');
  }
}

/** The link, in the reply to the press that made it: it cannot be shown again. */
function Link({ address }: { address: string }) {
  return (
    <div className={styles.boxed} role="status">
      <p>{text.made}</p>
      <div className={fields.field}>
        <label htmlFor="gift">{text.address}</label>
        <input
          id="gift"
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
  );
}

function Give({ data: { chosen, hasPlan, isLeft, pricing } }: { data: Data }) {
  const thing = chosen?.thing ?? null;
  const { reply } = useAccountForm('give', String(thing?.id ?? ''));
  const address = reply?.isDone && typeof reply.told['address'] === 'string' ? reply.told['address'] : null;
  if (address !== null) return <Link address={address} />;
  if (!hasPlan)
    return (
      <p className={styles.lead}>
        {text.needsPlan} {pricing && <ButtonLink {...linkTo(pricing)}>{text.plans}</ButtonLink>}
      </p>
    );
  if (!isLeft) return <p className={styles.lead}>{text.used}</p>;
  if (chosen !== null && thing === null) return <p className={styles.lead}>{text.cannot}</p>;
  if (thing === null)
    return (
      <p className={styles.lead}>
        {text.choose}{' '}
        <ButtonLink tone="outline" href={paths.archives()}>
          {text.toArchives}
        </ButtonLink>
      </p>
    );
  return (
    <>
      <p>
        <b>{text.giveOf(thing.title, timeText.date(thing.day))}</b>
      </p>
      <AccountForm intent="give" thing={String(thing.id)} submit={text.make} />
    </>
  );
}

/** A gift whose link was opened. */
function Received({ received }: { received: NonNullable<Data['received']> }) {
  const { state, code, thing, endsAtMs } = received;
  if (thing === null || state === 'gone') return <p className={styles.note}>{text.accept.gone}</p>;
  if (state === 'own') return <p className={styles.note}>{text.accept.own}</p>;
  return (
    <div className={styles.boxed}>
      <b>{text.accept.title(thing.title, timeText.date(thing.day))}</b>
      {state === 'waiting' ? (
        <>
          <p>{text.accept.words}</p>
          <AccountForm intent="accept" thing={code} submit={text.accept.press} />
        </>
      ) : (
        <p role="status">
          {text.accept.mine(endsAtMs ?? 0)} <ButtonLink href={paths.replay(thing.id)}>{text.accept.listen}</ButtonLink>
        </p>
      )}
    </div>
  );
}

function Gift({ gift, onWithdrawn }: { gift: Data['gifts'][number]; onWithdrawn: () => void }) {
  const { id, state, createdAtMs, thing } = gift;
  const name = thing ? `${thing.title} ${timeText.date(thing.day)}` : text.gone;
  return (
    <li className={styles.item}>
      <div>
        <b>{name}</b>
        <p className={styles.meta}>
          <span>{dayWords(createdAtMs)}</span>
          <span>{text.states[state]}</span>
        </p>
      </div>
      {state === 'waiting' && (
        <AccountForm
          intent="withdraw"
          thing={String(id)}
          tone="outline"
          submit={text.withdraw}
          label={text.withdrawOf(name)}
          onDone={onWithdrawn}
        />
      )}
    </li>
  );
}

/** Replays that a member gives and accepts. */
export default function ReplayGifts() {
  const data = useLoaderData<typeof loader>();
  const withdrawn = useTakenAway('withdraw');
  return (
    <>
      <h1>{text.title}</h1>
      {data.received && <Received received={data.received} />}
      <p className={styles.lead}>{text.lead}</p>
      {(data.received === null || data.hasPlan) && <Give data={data} />}
      <section className={styles.section}>
        <SectionHeading>{text.mine}</SectionHeading>
        <DoneLine isDone={withdrawn.isTaken} words={text.withdrawn} />
        {data.gifts.length === 0 ? (
          <EmptyState title={text.none} heading="h3" />
        ) : (
          <ul className={styles.rows}>
            {data.gifts.map((gift) => (
              <Gift key={gift.id} gift={gift} onWithdrawn={withdrawn.take} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
