import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { COOKIES, YEAR_SECONDS } from '#app/cookies.ts';
import { paths } from '#app/paths.ts';
import { changePreference, getProfile, updateResolution, updateUserSetting } from '#domain/members/members.ts';
import { takeIntent } from './account-posted.server.ts';
import { ownPage } from './own-page.server.ts';

/** Key of the choice in the member's free-form settings. */
const TEXT_TIMETABLE = 'timetable_text';

export async function loader(args: LoaderFunctionArgs) {
  const { members, actor, now, siteUrl } = await ownPage(args);
  const { member } = await getProfile(members, actor.memberId, now);
  return {
    siteUrl,
    isSubscribeEdm: member.isSubscribeEdm,
    resolution: member.mobileDefaultResolution,
    isTextTimetable: (member.userSetting as Record<string, unknown>)[TEXT_TIMETABLE] === true,
  };
}

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    marketing: ({ members, actor, now }, given) =>
      changePreference(members, actor, given, { source: paths.changePreference(), now }),
    quality: ({ members, actor, now }, given) => updateResolution(members, actor, given, now),
    display: async ({ members, actor, now }, given) => {
      const isText = given[TEXT_TIMETABLE] === 'true';
      const { member } = await getProfile(members, actor.memberId, now);
      const user_setting = { ...(member.userSetting as Record<string, unknown>), [TEXT_TIMETABLE]: isText };
      await updateUserSetting(members, actor, { user_setting }, now);
      // Read by the timetable list.
      const choice = `${COOKIES.timetableText}=${isText ? 1 : 0}`;
      return { cookies: [`${choice}; Path=/; Max-Age=${YEAR_SECONDS}; Secure; SameSite=Lax`] };
    },
  });
