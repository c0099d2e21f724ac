import { useEffect } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { alert, confirm } from '#app/components/shell/dialogs.ts';
import { paths } from '#app/paths.ts';
import { familyIn, playingIn, type FamilyDevice, type Playing } from '#app/player/lease/other-playbacks.ts';
import { vodOf, type VodSession } from '#app/player/player.state.ts';
import { playerSnapshot, seekTo } from '#app/player/player.store.ts';
import { takeOver } from '#app/player/replay/replay-controls.ts';
import type { ReplaySource, ReplayDetails } from '#app/player/sources/replay.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { clockHk } from '#shared/hk-time.ts';

/** Prompts once per reply, however often the component renders. */
const asked = new WeakSet<object>();
function once(what: object, ask: () => void): void {
  if (asked.has(what)) return;
  asked.add(what);
  ask();
}

function offerTakeOver(playing: readonly Playing[]): void {
  const { title, titleMany, words, here, hereFor, later } = replayText.takeOver;
  const [first, ...others] = playing;
  confirm({
    title: first && others.length === 0 ? title(first.deviceName) : titleMany,
    words,
    buttons: [
      { words: later, tone: 'quiet' },
      ...playing.map((one) => ({
        words: others.length === 0 ? here : hereFor(one.deviceName, clockHk(one.since)),
        tone: 'outline' as const,
        action: () => takeOver(one),
      })),
    ],
  });
}

/** Others in the family use all slots; only they can stop. */
function tellFamily(devices: readonly FamilyDevice[]): void {
  const { title, words } = replayText.familyPlays;
  alert(title, words(devices.map(({ name, deviceName }) => ({ name, device: deviceName }))));
}

function offerPositions({ startsAtMs, position, otherPosition }: ReplayDetails): void {
  if (position === null || otherPosition === null) return;
  const { title, words, at } = replayText.positions;
  const choice = ({ atMs, deviceName }: typeof position) => ({
    words: at(clockHk(new Date(atMs)), deviceName),
    tone: 'outline' as const,
    action: () => seekTo(atMs - startsAtMs),
  });
  confirm({ title, words, buttons: [choice(position), choice(otherPosition)] });
}

/** Path of the current replay at its current second. */
function positionHere({ archiveId, startsAtMs }: ReplayDetails): string {
  return paths.replay(archiveId, { atMs: startsAtMs + (vodOf(playerSnapshot().player)?.positionMs ?? 0) });
}

/** Prompts for what a refused replay needs, and for the position to resume from if two devices differ. */
export function useReplayPrompts({ refused, ended }: VodSession, { details, atMs }: ReplaySource): void {
  const navigate = useNavigate();
  const frame = useRouteLoaderData('layouts/default-layout') as { links?: { pricing?: string } } | undefined;
  const pricing = frame?.links?.pricing ?? '';
  const isFreeOver = ended && details?.freeUntilMs != null;
  useEffect(() => {
    const tell = async (code: number, message: string) => {
      const loaded = await import('#app/components/member/member-call.ts').catch(() => null);
      // The bar says why as well.
      if (loaded === null) return;
      // After login or subscription the listener returns to the same second.
      const returnTo = details ? positionHere(details) : undefined;
      loaded.tellRefusal({ status: 403, code, message }, { go: (path) => void navigate(path), pricing, returnTo });
    };
    if (refused)
      once(refused, () => {
        const playing = playingIn(refused);
        const family = familyIn(refused);
        if (playing.length > 0) offerTakeOver(playing);
        else if (family.length > 0) tellFamily(family);
        else if (refused.code === 10004 || refused.code === 20003) void tell(refused.code, refused.message);
      });
    // At the end of a free preview the plans are offered; guests are asked to log in first.
    if (isFreeOver && details) once(details, () => void tell(20003, ''));
    const otherPosition = details?.otherPosition;
    // A request with an instant has already chosen its position.
    if (details && otherPosition && atMs === null) once(otherPosition, () => offerPositions(details));
  }, [refused, isFreeOver, details, atMs, navigate, pricing]);
}
