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
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { BegunCardRoom } from './begun-card-room.tsx';
import styles from './begun.module.css';

/** For subscribers only. If it fails to load, the place says so: the error view would replace the page. */
const BegunShelf = lazy(() =>
  import('./begun-shelf.tsx').then((module) => ({ default: module.BegunShelf })).catch(() => ({ default: NoShelf })),
);

/**
 * One area of fixed height: the plan offer for everyone, replays in progress for subscribers. The page is the same for
 * everyone, so until the visitor is known it contains both, and shows one from the first paint by the mark of the
 * document (`consent.ts`): subscribers do not see the offer, and nothing shifts when the state arrives.
 */
export function Begun({ nowMs }: { nowMs: number }) {
  const member = useMember();
  return (
    <div className={styles.place} data-known={member ? '' : undefined}>
      {member?.subscribed !== true && <Offer />}
      {member?.subscribed !== false && (
        <div className={styles.own}>
          {member === null ? (
            <BegunRoom />
          ) : (
            <Suspense fallback={<BegunRoom />}>
              <BegunShelf nowMs={nowMs} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}

/** What the shelf itself says where the positions cannot be had. */
function NoShelf() {
  return (
    <section className={styles.box} aria-labelledby="begun">
      <SectionHeading id="begun" more={{ href: paths.listeningHistory(), words: archiveText.history }}>
        {archiveText.begun.title}
      </SectionHeading>
      <p className={styles.words}>{archiveText.begun.failed}</p>
    </section>
  );
}

/** Placeholder until the replays in progress are loaded: the heading and the space of its cards. */
function BegunRoom() {
  return (
    <div className={styles.box} aria-busy="true">
      <SectionHeading more={{ href: paths.listeningHistory(), words: archiveText.history }}>
        {archiveText.begun.title}
      </SectionHeading>
      <BegunCardRoom />
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
