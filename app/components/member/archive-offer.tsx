import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { linkTo } from '#app/components/shell/outside-link.ts';
import { moneyCalls } from '#app/money-paths.ts';
import { COOKIES, readCookie, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import { offer } from '#app/text/zh-hk/archive-offer.ts';
import { dialogs } from '#app/text/zh-hk/dialogs.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { useMember } from '#app/components/frame/member-state.ts';
import { holdsDialogsBack } from './held-back.ts';
import { moneyHk } from '#shared/money.ts';
import styles from './archive-offer.module.css';

const TIMEOUT_MS = 10_000;

interface Offered {
  price_cents: number;
  days: number;
}

/** The current offer; null if there is none. */
async function askOffer(): Promise<Offered | null> {
  try {
    const reply = await fetch(moneyCalls.archiveOffer(), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return reply.ok ? ((await reply.json()) as { response: Offered }).response : null;
  } catch {
    return null;
  }
}

/** Nor on account, registration and login pages. */
const isBusy = (path: string) => /^\/member(\/|$)/i.test(path) || holdsDialogsBack(path);

/**
 * Opens once per visitor: its cookie is set when it opens, not when it closes. The layout renders it on pages
 * that start with consent to advertising.
 */
export function ArchiveOffer({ address }: { address: string }) {
  const [offered, setOffered] = useState<Offered | null>(null);
  const isForThem = useMember()?.show_archive_offer === true;
  const [isDue, setDue] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => {
    setDue(readCookie(document.cookie, COOKIES.offerSeen) !== '1');
  }, []);
  useEffect(() => {
    if (!isDue || !isForThem || isBusy(pathname)) return;
    let isLeft = false;
    void askOffer().then((told) => {
      // Not over what the visitor opened meanwhile: a later page asks again.
      if (isLeft || told === null || isBusy(pathname) || document.querySelector(':modal') !== null) return;
      writeCookie(COOKIES.offerSeen, '1', { maxAgeSeconds: YEAR_SECONDS });
      setDue(false);
      setOffered(told);
    });
    return () => {
      isLeft = true;
    };
  }, [isDue, isForThem, pathname]);
  // Going back from where it opened may lead to a purchased item.
  if (offered === null || isBusy(pathname)) return null;
  const close = () => setOffered(null);
  return (
    <Dialog
      title={offer.title}
      onClose={close}
      closeLabel={dialogs.close}
      picture={<Picture name="offer" alt={offer.poster(offered.days)} sizes="440px" className={styles.poster} />}
      actions={
        <>
          <Button tone="quiet" onClick={close}>
            {offer.later}
          </Button>
          <ButtonLink tone="cta" {...linkTo(address)} onClick={close}>
            {offer.buy}
          </ButtonLink>
        </>
      }
    >
      <div className={styles.price}>
        <b>
          <small>{offer.currency}</small>
          {moneyHk(offered.price_cents).replace(offer.currency, '')}
        </b>
        <span>{offer.span(offered.days)}</span>
      </div>
      <p>{offer.words}</p>
    </Dialog>
  );
}
