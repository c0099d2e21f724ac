import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { getProfile, removeDevices } from '#domain/members/members.ts';
import { takeIntent } from '#app/pages/account/account-posted.server.ts';
import { ownPage } from '#app/pages/account/own-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { members, actor, now, siteUrl } = await ownPage(args);
  const { devices, devicesChangeableAt } = await getProfile(members, actor.memberId, now);
  return {
    siteUrl,
    changeableAtMs: devicesChangeableAt?.getTime() ?? null,
    devices: devices.map(({ id, name, usedAt, createdAt }) => ({
      id,
      name,
      usedAtMs: usedAt.getTime(),
      createdAtMs: createdAt.getTime(),
    })),
  };
}

/** Boxes are named `device-` and the id, because a posted name counts once. */
const BOX = /^device-(\d{1,10})$/;

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    remove: ({ members, actor, now }, given) => {
      const device_ids = Object.keys(given).flatMap((name) => BOX.exec(name)?.[1] ?? []);
      return removeDevices(members, actor, { device_ids: device_ids.map(Number) }, now);
    },
  });
