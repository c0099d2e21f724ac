import { useEffect } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { confirm } from '#app/components/shell/dialogs.ts';
import { paths } from '#app/paths.ts';
import { playingIn, type Playing } from '#app/player/lease/other-playbacks.ts';
import { vodOf, type VodSession } from '#app/player/player.state.ts';
import { playerSnapshot, seekTo } from '#app/player/player.store.ts';
import { takeOver } from '#app/player/replay/replay-controls.ts';
import type { ReplaySource, ReplayTold } from '#app/player/sources/replay.ts';
import { replayText } from '#app/text/zh-hk/replay.ts';
import { clockHk } from '#shared/hk-time.ts';

/** What the station answered is asked about once, however often it is drawn. */
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

function offerPlaces({ startsAtMs, place, otherPlace }: ReplayTold): void {
  if (place === null || otherPlace === null) return;
  const { title, words, at } = replayText.places;
  const choice = ({ atMs, deviceName }: typeof place) => ({
    words: at(clockHk(new Date(atMs)), deviceName),
    tone: 'outline' as const,
    action: () => seekTo(atMs - startsAtMs),
  });
  confirm({ title, words, buttons: [choice(place), choice(otherPlace)] });
}

/** The page of what is heard, from the second at which it stands. */
function placeHere({ archiveId, startsAtMs }: ReplayTold): string {
  return paths.replay(archiveId, { atMs: startsAtMs + (vodOf(playerSnapshot().player)?.positionMs ?? 0) });
}

/** Asks what a replay cannot go on without, and where it is to go on where two devices differ. */
export function useReplayPrompts({ refused, ended }: VodSession, { told, atMs }: ReplaySource): void {
  const navigate = useNavigate();
  const frame = useRouteLoaderData('layouts/default-layout') as { links?: { pricing?: string } } | undefined;
  const pricing = frame?.links?.pricing ?? '';
  const isFreeOver = ended && told?.freeUntilMs != null;
  useEffect(() => {
    const tell = async (code: number, message: string) => {
      const { tellRefusal } = await import('#app/components/member/member-call.ts');
      // Who logs in or subscribes comes back to the very second.
      const returnTo = told ? placeHere(told) : undefined;
      tellRefusal({ status: 403, code, message }, { go: (path) => void navigate(path), pricing, returnTo });
    };
    if (refused)
      once(refused, () => {
        const playing = playingIn(refused);
        if (playing.length > 0) offerTakeOver(playing);
        else if (refused.code === 10004 || refused.code === 20003) void tell(refused.code, refused.message);
      });
    // What a plan offers is said where the free part ends; a guest is asked to log in first.
    if (isFreeOver && told) once(told, () => void tell(20003, ''));
    const otherPlace = told?.otherPlace;
    // Who asked for an instant has chosen.
    if (told && otherPlace && atMs === null) once(otherPlace, () => offerPlaces(told));
  }, [refused, isFreeOver, told, atMs, navigate, pricing]);
}
