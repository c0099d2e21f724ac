/** 0 closed, 1 open, 2 open with live video: the state of the phone's toolbar. */
export type ToolbarState = 0 | 1 | 2;

/** A schedule change moves an open toolbar between 1 and 2 and leaves a closed one closed. */
export function toolbarState(open: boolean, hasVideo: boolean): ToolbarState {
  if (!open) return 0;
  return hasVideo ? 2 : 1;
}
