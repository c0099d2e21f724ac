/** Whether this browser has a share sheet for this. */
export const hasShareSheet = (what: ShareData): boolean => 'share' in navigator && navigator.canShare?.(what) === true;

/**
 * Opens the share sheet. False: the browser has one and does not open it, as on a device without anything to share with.
 * Closing it counts as shared, because its user wants nothing more; so does a press while it is open.
 */
export async function openShareSheet(what: ShareData): Promise<boolean> {
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    // A second press while the sheet is open is refused as of a wrong state.
    return error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name);
  }
}

/** Passes on a link: by the share sheet, else by the clipboard. */
export async function shareOrCopy(link: { title: string; url: string }): Promise<'shared' | 'copied' | 'failed'> {
  if (hasShareSheet(link) && (await openShareSheet(link))) return 'shared';
  try {
    // Absent from pages without encryption.
    await navigator.clipboard.writeText(link.url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
