import { can } from '#domain/auth/auth.ts';
import type { Actor } from '#shared/actor.ts';
import type { MemberServices } from './member-services.ts';
import { findUser } from './user-state.store.ts';

/** Loaded by the page after rendering, so that its HTML is the same for all visitors. */
export interface UserState {
  user: {
    memberId: number;
    displayName: string;
    userSetting: Record<string, unknown>;
    mobileDefaultResolution: number;
  } | null;
  isEmailVerified: boolean;
  isSubscriber: boolean;
  mayAddToPlaylist: boolean;
  showCardExpiring: boolean;
  showBocReminder: boolean;
  showArchiveTutorial: boolean;
  /** Whether the archive may be offered, if there is an offer. */
  showArchiveOffer: boolean;
}

/** No plan is advertised to a member this soon after registration. */
const FIRST_DAY_MS = 86_400_000;

const NOBODY: UserState = {
  user: null,
  isEmailVerified: false,
  isSubscriber: false,
  mayAddToPlaylist: false,
  showCardExpiring: false,
  showBocReminder: false,
  showArchiveTutorial: false,
  showArchiveOffer: true,
};

export async function userState(
  { db, isCardExpiring, hasBocReminder }: Pick<MemberServices, 'db' | 'isCardExpiring' | 'hasBocReminder'>,
  actor: Actor,
  now: Date,
): Promise<UserState> {
  if (actor.kind === 'guest') return NOBODY;
  const { memberId, isEmailVerified, isSubscriber } = actor;
  const [user, isCardEnding] = await Promise.all([
    findUser(db, memberId),
    isSubscriber ? isCardExpiring(db, memberId, now) : false,
  ]);
  if (!user) return NOBODY;
  return {
    user: {
      memberId,
      displayName: user.displayName,
      userSetting: user.userSetting,
      mobileDefaultResolution: user.mobileDefaultResolution,
    },
    isEmailVerified,
    isSubscriber,
    mayAddToPlaylist: can(actor, 'usePlan') === null,
    showCardExpiring: isCardEnding,
    showBocReminder: hasBocReminder && isSubscriber,
    showArchiveTutorial: isSubscriber && user.archiveTutorialReadAt === null,
    showArchiveOffer: !isSubscriber && now.getTime() - user.createdAt.getTime() >= FIRST_DAY_MS,
  };
}
