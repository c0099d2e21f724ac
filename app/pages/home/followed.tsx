import { useEffect, useRef, useState } from 'react';
import type { FollowedRow } from '#app/components/follows/followed-row.tsx';
import { useMember } from '#app/components/frame/member-state.ts';
import { COOKIES, readCookie } from '#app/cookies.ts';

const isMarked = (): boolean => readCookie(document.cookie, COOKIES.follows) === '1';

/**
 * The row of what the visitor follows, added after the first paint. Its space is reserved before, by a property of the
 * document that the script in the head sets (`consent.ts`), and later a press (`guest-list.ts`); else it takes none.
 */
export function Followed() {
  const member = useMember();
  const place = useRef<HTMLDivElement>(null);
  const [Row, setRow] = useState<typeof FollowedRow | null>(null);
  const isAny = member !== null && (member.user !== null || isMarked());
  useEffect(() => {
    if (isAny)
      void import('#app/components/follows/followed-row.tsx')
        .then((module) => setRow(() => module.FollowedRow))
        .catch(() => undefined);
  }, [isAny]);
  return (
    <div ref={place} className="wrap" data-followed style={{ minHeight: 'var(--followed)' }}>
      {Row && isAny && <Row key={member.user?.user_id} place={place} />}
    </div>
  );
}
