import type { Session, Speed } from '#app/player/player.state.ts';
import { playerSnapshot, send } from '#app/player/player.store.ts';
import { isEvent } from '#app/player/sources/event.ts';
import { isFilm } from '#app/player/sources/film.ts';
import type { EventSource, OtherPlayback, Source } from '#app/player/sources/source.ts';
import type { FilmSource, TrailerSource } from '#app/player/sources/film.ts';
import { keepRendition } from './screen-quality.ts';

/** What the controls of a film or an event may ask of the player, beside what all may. */

/** Where it was left, unless a place is asked for. */
export const playScreen = (source: FilmSource | TrailerSource | EventSource, startAtMs: number | null = null): void =>
  send({ type: 'play', source, startAtMs: startAtMs ?? (source.kind === 'trailer' ? 0 : null) });

/** What has the element, if it has a picture of its own page. */
const screenHeld = (): Session | null => {
  const { session } = playerSnapshot().player;
  return session?.source.isOnPage ? session : null;
};

export const setSpeed = (speed: Speed): void => send({ type: 'setSpeed', speed });

/** To the edge of an event that is on air; a channel's live is the store's own. */
export const goToEdge = (): void => send({ type: 'goLive' });

/** Another picture; null: the one that the line carries. The browser keeps the choice. */
export function chooseRendition(rendition: string | null): void {
  keepRendition(rendition);
  send({ type: 'choose', rendition });
}

const changed = (change: (source: FilmSource | EventSource) => Source): void => {
  const source = screenHeld()?.source;
  if (source && (isFilm(source) || isEvent(source))) send({ type: 'change', source: change(source) });
};

/** The sound alone, or with its picture: opened anew, at its place. */
export const setPicture = (isShown: boolean): void =>
  changed((source) => ({ ...source, media: isShown ? 'video' : 'audio' }));

/** Takes the place of another device, and goes on where it is. */
export function takeOverScreen(other: OtherPlayback): void {
  const session = screenHeld();
  if (session === null) return;
  const { source } = session;
  if (!isFilm(source) && !isEvent(source)) return;
  const startAtMs = session.timeline === 'vod' && session.isPlaced ? session.positionMs : null;
  const here = { ...source, takeOver: other };
  send({ type: 'play', source: here, startAtMs });
}
