import { createElement, type ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';
import { call } from './call.ts';

interface Room {
  loader?: LoaderFunction;
  Component: ComponentType;
}

/** Messages of browsers and the bundler for a missing script or style, such as after a deployment. */
const NO_CODE = /dynamically imported module|module script failed|preload CSS/i;
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && NO_CODE.test(error.message);

/**
 * A room whose code is loaded when it is entered. Not by `lazy` of its route, whose failure the router keeps for as long as the
 * document lives: a room that was once entered without a network would not open any more.
 */
export function lazyRoom(open: () => Promise<Room>): { loader: LoaderFunction; Component: ComponentType } {
  let room: Room | null = null;
  const loader: LoaderFunction = async (args, context) => {
    room ??= await open().catch(async (fault: unknown) => {
      // Without a network it is told as such, and otherwise as code that is gone, such as after a deployment.
      await call('/api/staff/session', undefined, args.request.signal);
      throw fault;
    });
    return room.loader === undefined ? null : room.loader(args, context);
  };
  return { loader, Component: () => createElement(room!.Component) };
}
