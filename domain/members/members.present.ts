import type { UserState } from './user-state.ts';

export const presentUserState = (state: UserState) => ({
  user: state.user && {
    user_id: state.user.memberId,
    display_name: state.user.displayName,
    login_status: true as const,
    user_setting: state.user.userSetting,
  },
  is_email_verified: state.isEmailVerified,
  subscribed: state.isSubscriber,
  allowed_to_add_to_playlist: state.mayAddToPlaylist,
  show_card_expiring: state.showCardExpiring,
  show_boc_reminder: state.showBocReminder,
  show_archive_tutorial: state.showArchiveTutorial,
  show_archive_offer: state.showArchiveOffer,
});
