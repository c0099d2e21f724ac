import { lazy, Suspense } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useMember } from '#app/components/frame/member-state.ts';
import type { loader } from '#app/layouts/default-layout.server.ts';
import { isOutside, linkTo } from '#app/components/shell/outside-link.ts';
import { paths } from '#app/paths.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import styles from './begun.module.css';

/** Only subscribers have something to go on with. */
const BegunShelf = lazy(() => import('./begun-shelf.tsx').then((module) => ({ default: module.BegunShelf })));

/**
 * One place of one height: for everybody what a plan offers, and, once the page knows a subscriber, what they began to
 * hear. So nothing moves when the answer comes.
 */
export function Begun({ nowMs }: { nowMs: number }) {
  const isSubscriber = useMember()?.subscribed === true;
  return (
    <div className={styles.place}>
      {isSubscriber ? (
        <Suspense>
          <BegunShelf nowMs={nowMs} />
        </Suspense>
      ) : (
        <Offer />
      )}
    </div>
  );
}

function Offer() {
  const pricing = useRouteLoaderData<typeof loader>('layouts/default-layout')?.links.pricing ?? '';
  const { title, points, plans, guide } = archiveText.offer;
  return (
    <section className={styles.offer} aria-labelledby="offer">
      <div>
        <h2 id="offer">{title}</h2>
        <ul>
          {points.map((point) => (
            <li key={point}>
              <Icon name="check" />
              {point}
            </li>
          ))}
        </ul>
      </div>
      <p>
        {pricing && (
          <ButtonLink {...linkTo(pricing)}>
            {plans}
            {isOutside(pricing) && <span className="vh">{shell.newWindow}</span>}
          </ButtonLink>
        )}
        <ButtonLink tone="outline" href={paths.archiveUserguide()}>
          {guide}
        </ButtonLink>
      </p>
    </section>
  );
}
