import { useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { stationNowMs } from '#app/components/shell/station-time.ts';
import { paths } from '#app/paths.ts';
import { followedText as text } from '#app/text/zh-hk/follows.ts';
import { Button } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { followKey } from '#domain/follows/follows.rules.ts';
import type { FollowedWire } from '#domain/follows/follows.schema.ts';
import { FOLLOW_KINDS } from '#shared/follow-kinds.ts';
import { askFollowed } from './follows.ts';
import { FollowButton } from './follow-button.tsx';
import { newsWords } from './news-words.ts';
import styles from './followed-list.module.css';

/** What is followed, by kind. Stopping leaves the entry in place, so that the same button takes it back. */
export function FollowedList() {
  const member = useMember();
  const memberId = member && (member.user?.user_id ?? 0);
  const [items, setItems] = useState<readonly FollowedWire[] | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (memberId === null) return;
    let isOver = false;
    const show = (found: readonly FollowedWire[] | 'failed') => {
      if (!isOver) setItems(found);
    };
    void askFollowed().then((found) => show(found?.items ?? 'failed'));
    return () => {
      isOver = true;
    };
  }, [memberId, tries]);
  if (items === 'failed')
    return (
      <div className={styles.empty} role="alert">
        <p>{text.failed}</p>
        <Button
          tone="outline"
          onClick={() => {
            setItems(null);
            setTries(tries + 1);
          }}
        >
          {text.retry}
        </Button>
      </div>
    );
  if (items === null) return <p aria-busy="true">{text.loading}</p>;
  if (items.length === 0) return <Empty />;
  const byKind = Map.groupBy(items, ({ kind }) => kind);
  return FOLLOW_KINDS.flatMap((kind) => {
    const followed = byKind.get(kind);
    return followed ? (
      <section key={kind} className={styles.kind} aria-labelledby={`kind-${kind}`}>
        <SectionHeading id={`kind-${kind}`} note={text.count(followed.length)} small>
          {text.kinds[kind]}
        </SectionHeading>
        <ul className={styles.list}>
          {followed.map((item) => (
            <Entry key={followKey(item)} item={item} />
          ))}
        </ul>
      </section>
    ) : (
      []
    );
  });
}

function Entry({ item }: { item: FollowedWire }) {
  const nowMs = stationNowMs();
  return (
    <li className={styles.entry}>
      <div>
        <a className={styles.name} href={item.path}>
          {item.name}
        </a>
        {item.news.map((news) => (
          <a
            key={`${news.what} ${news.start_ts}`}
            className={styles.news}
            href={news.path}
            data-state={news.state ?? undefined}
          >
            {newsWords(item, news, nowMs)}
          </a>
        ))}
        {item.news.length === 0 && <span className={styles.none}>{text.noNews}</span>}
      </div>
      <FollowButton kind={item.kind} subject={item.subject} name={item.name} />
    </li>
  );
}

function Empty() {
  return (
    <EmptyState title={text.emptyTitle} words={text.emptyWords}>
      <ButtonLink href={paths.programs()}>{text.toPrograms}</ButtonLink>
    </EmptyState>
  );
}
