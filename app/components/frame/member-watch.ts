import { useEffect } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { askWhoItIs, isAccountPage, lastAskedAtMs, memberNow, useMember, whenSessionEnds } from './member-state.ts';

// Part of every page, as member-state.ts is; code for members is loaded on demand.

/** A tab shown again after this reloads the state. */
const STALE_MS = 300_000;
/** Whether a member form is being submitted. Kept outside the frame: the reply may lead to another frame. */
let hasSent = false;

/** Gecko rejects requests of a page that is being left. */
const left = (): void => undefined;

whenSessionEnds(
  () => void import('#app/components/member/member-call.ts').then(({ sessionOver }) => sessionOver()).catch(left),
);

/**
 * Loads the state once per document after load; after submissions of member forms; and when a tab is shown again after
 * a while.
 */
export function MemberWatch(): null {
  const member = useMember();
  const navigate = useNavigate();
  const { formAction, state: going } = useNavigation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (formAction?.startsWith('/member')) hasSent = true;
    else if (hasSent && going === 'idle') {
      hasSent = false;
      void askWhoItIs();
    }
  }, [formAction, going]);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const ask = () => void askWhoItIs();
    const askWhenOld = () => {
      if (!document.hidden && Date.now() - lastAskedAtMs() >= STALE_MS) ask();
    };
    const askIdly = () => {
      if (signal.aborted || lastAskedAtMs() > 0) return;
      if ('requestIdleCallback' in window) requestIdleCallback(askWhenOld, { timeout: 2_000 });
      else setTimeout(askWhenOld, 200);
    };
    if (document.readyState === 'complete') askIdly();
    else window.addEventListener('load', askIdly, { signal });
    document.addEventListener('visibilitychange', askWhenOld, { signal });
    const hear = async ({ key }: StorageEvent) => {
      if (key !== SHARED_KEYS.member) return;
      await askWhoItIs();
      // Reloads the account data of the page; form input is preserved.
      if (isAccountPage() && memberNow()?.user) await revalidate();
    };
    window.addEventListener('storage', (event) => void hear(event), { signal });
    // A page from the back/forward cache may be from before a login or logout.
    window.addEventListener('pageshow', ({ persisted }) => persisted && ask(), { signal });
    return () => ended.abort();
  }, [revalidate]);
  useEffect(() => {
    if (member?.user)
      void import('#app/components/member/member-duties.ts').then(({ attend }) => attend(member, navigate)).catch(left);
  }, [member, navigate]);
  return null;
}
