import { useState } from 'react';
import { Link, useRevalidator, useRouteLoaderData } from 'react-router';
import { deskMembersText as text } from '#app/text/zh-hk/desk-members.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { Session } from '../session.ts';
import type { Member, Merge } from './member.types.ts';
import { momentOf } from './moment.ts';
import styles from './member-page.module.css';

const ID = /^#?(\d{1,10})$/;

function OneMerge({ merge, mergedId, words }: { merge: Merge; mergedId: number; words: string }) {
  const { revalidate } = useRevalidator();
  const { member_id: other, reversible_until_ts: until } = merge;
  // The server decides; a page that was open for long may still offer it.
  const [isReversible] = useState(() => until * 1000 > Date.now());
  return (
    <li>
      <Link to={deskPaths.member(other)}>{words}</Link>
      <span>{isReversible ? text.reversibleUntil(momentOf(until)) : text.notReversible}</span>
      {isReversible && (
        <ActionButton
          action="members.unmerge"
          input={{ merged_id: mergedId }}
          words={text.unmerge}
          onDone={() => void revalidate()}
          size="small"
          tone="outline"
        />
      )}
    </li>
  );
}

/** Accounts that became one, and the form to merge another into this one. Absent where neither concerns the caller. */
export function MemberMerges({ member }: { member: Member }) {
  const session = useRouteLoaderData<Session>('desk');
  const { revalidate } = useRevalidator();
  const [other, setOther] = useState('');
  const { member_id: id, state, merged_into: into, took_over: tookOver } = member;
  const mayMerge = state === 'active' && session?.actions.includes('members.merge') === true;
  if (!mayMerge && into === null && tookOver.length === 0) return null;
  const mergedId = Number(ID.exec(other.trim())?.[1] ?? 0);
  return (
    <Panel title={text.merge}>
      <ul className={styles.devices}>
        {into && (
          <OneMerge merge={into} mergedId={id} words={text.mergedInto(into.member_id, momentOf(into.merged_ts))} />
        )}
        {tookOver.map((merge) => (
          <OneMerge
            key={merge.member_id}
            merge={merge}
            mergedId={merge.member_id}
            words={text.tookOver(merge.member_id, momentOf(merge.merged_ts))}
          />
        ))}
      </ul>
      {mayMerge && (
        <>
          <p className={styles.hint}>{text.mergeHint}</p>
          <div className={styles.acts}>
            <label>
              {text.otherMember}
              <input
                inputMode="numeric"
                autoComplete="off"
                maxLength={11}
                value={other}
                onChange={(event) => setOther(event.target.value)}
              />
            </label>
            <ActionButton
              action="members.merge"
              input={{ kept_id: id, merged_id: mergedId }}
              words={text.mergeIn}
              disabled={mergedId < 1 || mergedId === id}
              onDone={() => void revalidate()}
              tone="outline"
            />
          </div>
        </>
      )}
    </Panel>
  );
}
