import type { Session, Speed } from '#app/player/player.state.ts';
import { playerSnapshot, send } from '#app/player/player.store.ts';
import { isEvent } from '#app/player/sources/event.ts';
import { isFilm } from '#app/player/sources/film.ts';
import type { EventSource, OtherPlayback, Source } from '#app/player/sources/source.ts';
import type { FilmSource, TrailerSource } from '#app/player/sources/film.ts';
import { keepRendition } from './screen-quality.ts';

/** Actions of the film and event controls, in addition to the common ones. */

/** From where it was left, unless a position is given. */
export const playScreen = (source: FilmSource | TrailerSource | EventSource, startAtMs: number | null = null): void =>
  send({ type: 'play', source, startAtMs: startAtMs ?? (source.kind === 'trailer' ? 0 : null) });

/** The session that has the element, if its picture is on its own page. */
const screenHeld = (): Session | null => {
  const { session } = playerSnapshot().player;
  return session?.source.isOnPage ? session : null;
};

export const setSpeed = (speed: Speed): void => send({ type: 'setSpeed', speed });

/** To the edge of an event on air. Channels use the store's action. */
export const goToEdge = (): void => send({ type: 'goLive' });

/** Another rendition; null: automatic. The browser stores the choice. */
export function chooseRendition(rendition: string | null): void {
  keepRendition(rendition);
  send({ type: 'choose', rendition });
}

const changed = (change: (source: FilmSource | EventSource) => Source): void => {
  const source = screenHeld()?.source;
  if (source && (isFilm(source) || isEvent(source))) send({ type: 'change', source: change(source) });
};

/** Switches between audio only and video: reopened at the current position. */
export const setPicture = (isShown: boolean): void =>
  changed((source) => ({ ...source, media: isShown ? 'video' : 'audio' }));

/** Takes over from another device and continues here. */
export function takeOverScreen(other: OtherPlayback): void {
  const session = screenHeld();
  if (session === null) return;
  const { source } = session;
  if (!isFilm(source) && !isEvent(source)) return;
  const startAtMs = session.timeline === 'vod' && session.hasPosition ? session.positionMs : null;
  const here = { ...source, takeOver: other };
  send({ type: 'play', source: here, startAtMs });
}
