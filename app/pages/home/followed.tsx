import { useEffect, useRef, useState } from 'react';
import type { FollowedRow } from '#app/components/follows/followed-row.tsx';
import { ROW_HEIGHT } from '#app/components/follows/row-height.ts';
import { useMember } from '#app/components/frame/member-state.ts';
import { COOKIES, readCookie } from '#app/cookies.ts';
import { isHydrated } from '#app/ui/is-hydrated.ts';

const isMarked = (): boolean => readCookie(document.cookie, COOKIES.follows) === '1';

/**
 * The row of what the visitor follows, made after the first paint. Its space is reserved before, by the mark of the
 * document (`consent.ts`), or on a page reached by navigation by the same cookie; without it, it takes none.
 */
export function Followed() {
  const member = useMember();
  const place = useRef<HTMLDivElement>(null);
  const [minHeight] = useState(() => (isHydrated() && isMarked() ? ROW_HEIGHT : 'var(--followed)'));
  const [Row, setRow] = useState<typeof FollowedRow | null>(null);
  const isAny = member !== null && (member.user !== null || isMarked());
  useEffect(() => {
    if (isAny)
      void import('#app/components/follows/followed-row.tsx').then(
        (module) => setRow(() => module.FollowedRow),
        () => undefined,
      );
  }, [isAny]);
  return (
    <div ref={place} className="wrap" style={{ minHeight }}>
      {Row && isAny && <Row key={member.user?.user_id} place={place} />}
    </div>
  );
}
