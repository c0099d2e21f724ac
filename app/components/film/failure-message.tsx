import { paths } from '#app/paths.ts';
import { playingIn } from '#app/player/lease/other-playbacks.ts';
import type { Session } from '#app/player/player.state.ts';
import { close, send } from '#app/player/player.store.ts';
import { takeOverScreen } from '#app/player/screen/screen-controls.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { clockHk } from '#shared/hk-time.ts';
import { WatchMessage } from './watch-message.tsx';

const NOT_LOGGED_IN: readonly unknown[] = [10004];
/** Forbidden: the detail has the reason. */
const FORBIDDEN: readonly unknown[] = [1];
const NOT_VERIFIED = 'tvodEmailNotVerified';
const SUSPENDED: readonly unknown[] = [20];

const retry = () => send({ type: 'resume' });

/** Why nothing plays, with an action: another device, a full device list, no right, a fault. */
export function FailureMessage({
  session,
  rentPage,
  diagnosticPage,
  noRight,
}: {
  session: Session;
  /** Where to obtain the right. */
  rentPage: string;
  diagnosticPage: string;
  noRight: { title: string; words: string; rent?: string };
}) {
  const { failed } = filmText;
  const { refused } = session;
  const code = session.error ?? '120008';
  const again = (
    <Button tone="ink" onClick={retry}>
      {failed.retry}
    </Button>
  );
  const playing = refused === null ? [] : playingIn(refused);
  if (playing.length > 0) return <TakeOver playing={playing} />;
  if (refused !== null && code === '121003') return <Taken detail={refused.detail} />;
  if (refused !== null && NOT_LOGGED_IN.includes(refused.code)) return <LogIn />;
  if (refused !== null && FORBIDDEN.includes(refused.code) && refused.detail !== NOT_VERIFIED)
    return (
      <WatchMessage title={failed.notNow.title} words={failed.notNow.words}>
        {again}
      </WatchMessage>
    );
  if (refused !== null && FORBIDDEN.includes(refused.code))
    return (
      <WatchMessage title={failed.unverified.title} words={failed.unverified.words}>
        <ButtonLink href={paths.verifyEmail()}>{failed.unverified.verify}</ButtonLink>
      </WatchMessage>
    );
  if (refused !== null && SUSPENDED.includes(refused.code))
    return (
      <WatchMessage title={failed.paused} words={refused.message}>
        {again}
      </WatchMessage>
    );
  if (code === '121002')
    return (
      <WatchMessage title={failed.devicesFull.title} words={`${failed.words(code)} ${failed.devicesFull.words}`}>
        <ButtonLink href={paths.memberDevices()}>{failed.devices}</ButtonLink>
        {again}
      </WatchMessage>
    );
  if (code === '121001')
    return (
      <WatchMessage title={noRight.title} words={noRight.words}>
        {noRight.rent && <ButtonLink href={rentPage}>{noRight.rent}</ButtonLink>}
        {again}
      </WatchMessage>
    );
  return (
    <WatchMessage
      title={failed.title}
      words={`${failed.words(code)}${session.timeline === 'vod' && session.attempts > 0 ? failed.tried : ''}`}
    >
      {again}
      <ButtonLink tone="outline" href={diagnosticPage}>
        {failed.check}
      </ButtonLink>
    </WatchMessage>
  );
}

function LogIn() {
  const { guest } = filmText.failed;
  const here = `${location.pathname}${location.search}`;
  return (
    <WatchMessage title={guest.title} words={guest.words}>
      <ButtonLink href={paths.login({ return: here })}>{guest.logIn}</ButtonLink>
    </WatchMessage>
  );
}

/** The same account plays elsewhere: leave it there, or take over. */
function TakeOver({ playing }: { playing: ReturnType<typeof playingIn> }) {
  const { takeOver } = filmText;
  const [first, ...others] = playing;
  const isOne = first !== undefined && others.length === 0;
  return (
    <WatchMessage title={isOne ? takeOver.title(first.deviceName) : takeOver.titleMany} words={takeOver.words}>
      <Button tone="outline" onClick={close}>
        {takeOver.stay}
      </Button>
      {playing.map((one) => (
        <Button key={one.leaseId} tone="cta" onClick={() => takeOverScreen(one)}>
          {isOne ? takeOver.here : takeOver.hereFor(one.deviceName, clockHk(one.since))}
        </Button>
      ))}
    </WatchMessage>
  );
}

/** Another device took over this playback. */
function Taken({ detail }: { detail: unknown }) {
  const { takeOver } = filmText;
  const { device_name: device } = (detail ?? {}) as { device_name?: unknown };
  return (
    <WatchMessage title={takeOver.takenTitle} words={takeOver.taken(typeof device === 'string' ? device : '')}>
      <Button tone="cta" onClick={retry}>
        {takeOver.back}
      </Button>
    </WatchMessage>
  );
}
